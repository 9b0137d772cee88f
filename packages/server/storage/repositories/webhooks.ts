import type { OrganizationId, Webhook, WebhookSender } from '../ports.ts';
import { meets, type Reading, refuseErased, rowOf, rowsOf, type Writing } from './work.ts';

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

export const reads = {
  *list(organizationId: OrganizationId): Reading<readonly Webhook[]> {
    const rows = yield* rowsOf<Row>(
      'SELECT * FROM webhooks WHERE organization_id = $1 ORDER BY created_at, webhook_id',
      [organizationId],
    );
    return rows.map(fromRow);
  },

  *find(organizationId: OrganizationId, id: string): Reading<Webhook | undefined> {
    const row = yield* rowOf<Row>('SELECT * FROM webhooks WHERE organization_id = $1 AND webhook_id = $2', [
      organizationId,
      id,
    ]);
    return row && fromRow(row);
  },
};

export const writes = {
  *create({ organizationId, id, sender, label, sealedSecret, createdAt }: Webhook): Writing<void> {
    yield* refuseErased(organizationId);
    yield* rowsOf(
      `INSERT INTO webhooks (organization_id, webhook_id, sender, label, sealed_secret, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [organizationId, id, sender, label ?? null, sealedSecret, createdAt],
    );
  },

  remove: (organizationId: OrganizationId, id: string): Writing<boolean> =>
    meets('DELETE FROM webhooks WHERE organization_id = $1 AND webhook_id = $2 RETURNING 1', [
      organizationId,
      id,
    ]),
};
