import type { OrganizationId, Webhook, WebhookSender, Webhooks } from '../../../ports.ts';
import type { Database } from '../../connection/database.ts';
import { requireOrganization } from '../../erasure/erased-organizations.ts';

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
  sealedSecret: new Uint8Array(row.sealed_secret),
  createdAt: row.created_at,
});

export class ClusterWebhooks implements Webhooks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  create({ organizationId, id, sender, label, sealedSecret, createdAt }: Webhook): Promise<void> {
    return this.#database.transaction(async (query) => {
      await requireOrganization(query, organizationId);
      await query(
        `INSERT INTO webhooks (organization_id, webhook_id, sender, label, sealed_secret, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [organizationId, id, sender, label ?? null, Buffer.from(sealedSecret), createdAt],
      );
    });
  }

  async list(organizationId: OrganizationId): Promise<readonly Webhook[]> {
    const rows = await this.#database.query<Row>(
      'SELECT * FROM webhooks WHERE organization_id = $1 ORDER BY created_at, webhook_id',
      [organizationId],
    );
    return rows.map(fromRow);
  }

  async find(organizationId: OrganizationId, id: string): Promise<Webhook | undefined> {
    const [row] = await this.#database.query<Row>(
      'SELECT * FROM webhooks WHERE organization_id = $1 AND webhook_id = $2',
      [organizationId, id],
    );
    return row && fromRow(row);
  }

  async remove(organizationId: OrganizationId, id: string): Promise<boolean> {
    const removed = await this.#database.query(
      'DELETE FROM webhooks WHERE organization_id = $1 AND webhook_id = $2 RETURNING 1',
      [organizationId, id],
    );
    return removed.length > 0;
  }
}
