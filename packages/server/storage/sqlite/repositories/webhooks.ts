import type { DatabaseSync } from 'node:sqlite';
import type { OrganizationId, Webhook, WebhookSender, Webhooks } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly webhook_id: string;
  readonly sender: WebhookSender;
  readonly label: string | null;
  readonly sealed_secret: Uint8Array;
  readonly created_at: number;
}

const fromRow = (row: Row): Webhook => ({
  id: row.webhook_id,
  organizationId: row.organization_id,
  sender: row.sender,
  ...(row.label !== null && { label: row.label }),
  sealedSecret: row.sealed_secret,
  createdAt: row.created_at,
});

export interface WebhookWrites {
  createWebhook: { input: Webhook; output: null };
  removeWebhook: {
    input: { readonly organizationId: OrganizationId; readonly id: string };
    output: boolean;
  };
}

export class SqliteWebhooks implements Webhooks {
  readonly #reader: Reader;
  readonly #writer: Writer<WebhookWrites>;

  constructor(reader: Reader, writer: Writer<WebhookWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async create(webhook: Webhook): Promise<void> {
    await this.#writer.write('createWebhook', webhook);
  }

  async list(organizationId: OrganizationId): Promise<readonly Webhook[]> {
    return this.#reader
      .all<Row>(
        'SELECT * FROM webhooks WHERE organization_id = ? ORDER BY created_at, webhook_id',
        organizationId,
      )
      .map(fromRow);
  }

  async find(organizationId: OrganizationId, id: string): Promise<Webhook | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM webhooks WHERE organization_id = ? AND webhook_id = ?',
      organizationId,
      id,
    );
    return row && fromRow(row);
  }

  remove(organizationId: OrganizationId, id: string): Promise<boolean> {
    return this.#writer.write('removeWebhook', { organizationId, id });
  }
}

export function webhookWrites(database: DatabaseSync): Handlers<WebhookWrites> {
  const insert = database.prepare(
    `INSERT INTO webhooks (organization_id, webhook_id, sender, label, sealed_secret, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const remove = database.prepare('DELETE FROM webhooks WHERE organization_id = ? AND webhook_id = ?');
  return {
    createWebhook({ organizationId, id, sender, label, sealedSecret, createdAt }) {
      insert.run(organizationId, id, sender, label ?? null, sealedSecret, createdAt);
      return null;
    },
    removeWebhook: ({ organizationId, id }) => remove.run(organizationId, id).changes === 1,
  };
}
