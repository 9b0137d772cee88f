import type { OrderChange, OrderCounts, Orders, OrganizationId, SessionId, ShopOrder } from '../../ports.ts';
import type { Database, Query } from '../connection/database.ts';
import { requireOrganization } from '../erasure/erased-organizations.ts';

interface Row {
  readonly order_id: string;
  readonly at: number;
  readonly session_id: SessionId | null;
  readonly decision_id: string | null;
  /** JSON of `[[id, quantity or null], ...]` */
  readonly products: string;
}

const fromRow = (row: Row): ShopOrder => ({
  orderId: row.order_id,
  at: row.at,
  ...(row.session_id !== null && { sessionId: row.session_id }),
  ...(row.decision_id !== null && { decisionId: row.decision_id }),
  products: (JSON.parse(row.products) as [id: string, quantity: number | null][]).map(([id, quantity]) =>
    quantity === null ? { id } : { id, quantity },
  ),
});

/** Orders that one statement writes; set by hand. */
const AT_ONCE = 1_000;

export class ClusterOrders implements Orders {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  put(organizationId: OrganizationId, orders: readonly ShopOrder[], now: number): Promise<OrderCounts> {
    return this.#database.transaction(async (query) => {
      await requireOrganization(query, organizationId);
      return write(query, organizationId, orders, now);
    });
  }

  change(
    organizationId: OrganizationId,
    { orderId, changedAt, order }: OrderChange,
    now: number,
  ): Promise<boolean> {
    return this.#database.transaction(async (query) => {
      await requireOrganization(query, organizationId);
      const noted = await query(
        `INSERT INTO order_changes AS c (organization_id, order_id, changed_at) VALUES ($1, $2, $3)
         ON CONFLICT (organization_id, order_id) DO UPDATE SET changed_at = EXCLUDED.changed_at
         WHERE EXCLUDED.changed_at > c.changed_at OR EXCLUDED.changed_at = c.changed_at
           AND ($4 OR EXISTS (SELECT 1 FROM orders WHERE organization_id = $1 AND order_id = $2))
         RETURNING 1`,
        [organizationId, orderId, changedAt, order === undefined],
      );
      if (noted.length === 0) return false;
      if (order === undefined)
        await query('DELETE FROM orders WHERE organization_id = $1 AND order_id = $2', [
          organizationId,
          orderId,
        ]);
      else await write(query, organizationId, [order], now);
      return true;
    });
  }

  async find(organizationId: OrganizationId, orderId: string): Promise<ShopOrder | undefined> {
    const row = await this.#database.one<Row>(
      'SELECT * FROM orders WHERE organization_id = $1 AND order_id = $2',
      [organizationId, orderId],
    );
    return row && fromRow(row);
  }

  async *list(organizationId: OrganizationId, since: number): AsyncGenerator<ShopOrder> {
    const rows = this.#database.scan<Row>(
      'SELECT * FROM orders WHERE organization_id = $1 AND (at, order_id) > ($2, $3) ORDER BY at, order_id',
      [organizationId, since, ''],
      (row) => [organizationId, row.at, row.order_id],
    );
    for await (const row of rows) yield fromRow(row);
  }

  async ofSession(organizationId: OrganizationId, sessionId: SessionId): Promise<readonly ShopOrder[]> {
    const rows = await this.#database.query<Row>(
      'SELECT * FROM orders WHERE organization_id = $1 AND session_id = $2 ORDER BY order_id',
      [organizationId, sessionId],
    );
    return rows.map(fromRow);
  }

  async ofDecision(organizationId: OrganizationId, decisionId: string): Promise<readonly ShopOrder[]> {
    const rows = await this.#database.query<Row>(
      'SELECT * FROM orders WHERE organization_id = $1 AND decision_id = $2 ORDER BY order_id',
      [organizationId, decisionId],
    );
    return rows.map(fromRow);
  }

  remove(organizationId: OrganizationId, orderId: string): Promise<boolean> {
    return this.#database.meets(
      'DELETE FROM orders WHERE organization_id = $1 AND order_id = $2 RETURNING 1',
      [organizationId, orderId],
    );
  }
}

async function write(
  query: Query,
  organizationId: OrganizationId,
  orders: readonly ShopOrder[],
  now: number,
): Promise<OrderCounts> {
  let [added, changed] = [0, 0];
  // Of two orders of one id the last one holds.
  const rows = [...new Map(orders.map((order) => [order.orderId, order])).values()].sort((a, b) =>
    a.orderId < b.orderId ? -1 : 1,
  );
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const written = await query<{ is_new: boolean }>(
      `INSERT INTO orders AS o (organization_id, order_id, at, session_id, decision_id, products, uploaded_at)
       SELECT $1, order_id, at, session_id, decision_id, products, $7
       FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
         AS sent (order_id, at, session_id, decision_id, products)
       ON CONFLICT (organization_id, order_id) DO UPDATE SET at = EXCLUDED.at, session_id = EXCLUDED.session_id,
         decision_id = EXCLUDED.decision_id, products = EXCLUDED.products, uploaded_at = EXCLUDED.uploaded_at
       WHERE (o.at, o.session_id, o.decision_id, o.products)
         IS DISTINCT FROM (EXCLUDED.at, EXCLUDED.session_id, EXCLUDED.decision_id, EXCLUDED.products)
       RETURNING xmax = 0 AS is_new`,
      [
        organizationId,
        some.map(({ orderId }) => orderId),
        some.map(({ at }) => at),
        some.map(({ sessionId }) => sessionId ?? null),
        some.map(({ decisionId }) => decisionId ?? null),
        some.map(({ products }) =>
          JSON.stringify(products.map(({ id, quantity }) => [id, quantity ?? null])),
        ),
        now,
      ],
    );
    for (const { is_new } of written) {
      if (is_new) added++;
      else changed++;
    }
  }
  return { added, changed, unchanged: orders.length - added - changed };
}
