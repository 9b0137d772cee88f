import type { OrderChange, OrderCounts, OrganizationId, SessionId, ShopOrder } from '../ports.ts';
import { type Listing, meets, type Reading, refuseErased, rowOf, rowsOf, type Writing } from './work.ts';

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

/** The orders of `$2` as rows. */
const SENT = `(SELECT value ->> 0 AS order_id, (value ->> 1)::bigint AS at, value ->> 2 AS session_id,
    value ->> 3 AS decision_id, value ->> 4 AS products FROM json_array_elements($2::json)) AS sent`;

const sentRow = ({ orderId, at, sessionId, decisionId, products }: ShopOrder) => [
  orderId,
  at,
  sessionId ?? null,
  decisionId ?? null,
  JSON.stringify(products.map(({ id, quantity }) => [id, quantity ?? null])),
];

function* write(
  organizationId: OrganizationId,
  orders: readonly ShopOrder[],
  now: number,
): Writing<OrderCounts> {
  let [added, changed] = [0, 0];
  // Of two orders of one id the last one holds. Sorted, so that two who write the same orders lock their rows in one order, and
  // never wait for each other.
  const rows = [...new Map(orders.map((order) => [order.orderId, order])).values()].sort((a, b) =>
    a.orderId < b.orderId ? -1 : 1,
  );
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const sent = JSON.stringify(rows.slice(from, from + AT_ONCE).map(sentRow));
    const insert = `INSERT INTO orders AS o (organization_id, order_id, at, session_id, decision_id, products, uploaded_at)
      SELECT $1, order_id, at, session_id, decision_id, products, $3 FROM ${SENT} WHERE true`;
    const values = [organizationId, sent, now];
    const inserted = yield* rowsOf(`${insert} ON CONFLICT DO NOTHING RETURNING 1`, values);
    added += inserted.length;
    const updated = yield* rowsOf(
      `${insert} ON CONFLICT (organization_id, order_id) DO UPDATE SET at = EXCLUDED.at,
         session_id = EXCLUDED.session_id, decision_id = EXCLUDED.decision_id, products = EXCLUDED.products,
         uploaded_at = EXCLUDED.uploaded_at
       WHERE (o.at, o.session_id, o.decision_id, o.products)
         IS DISTINCT FROM (EXCLUDED.at, EXCLUDED.session_id, EXCLUDED.decision_id, EXCLUDED.products)
       RETURNING 1`,
      values,
    );
    changed += updated.length;
  }
  return { added, changed, unchanged: orders.length - added - changed };
}

export const reads = {
  *find(organizationId: OrganizationId, orderId: string): Reading<ShopOrder | undefined> {
    const row = yield* rowOf<Row>('SELECT * FROM orders WHERE organization_id = $1 AND order_id = $2', [
      organizationId,
      orderId,
    ]);
    return row && fromRow(row);
  },

  *ofSession(organizationId: OrganizationId, sessionId: SessionId): Reading<readonly ShopOrder[]> {
    const text = 'SELECT * FROM orders WHERE organization_id = $1 AND session_id = $2 ORDER BY order_id';
    return (yield* rowsOf<Row>(text, [organizationId, sessionId])).map(fromRow);
  },

  *ofDecision(organizationId: OrganizationId, decisionId: string): Reading<readonly ShopOrder[]> {
    const text = 'SELECT * FROM orders WHERE organization_id = $1 AND decision_id = $2 ORDER BY order_id';
    return (yield* rowsOf<Row>(text, [organizationId, decisionId])).map(fromRow);
  },
};

export const lists = {
  list: (organizationId: OrganizationId, since: number): Listing<Row, ShopOrder> => ({
    text: 'SELECT * FROM orders WHERE organization_id = $1 AND (at, order_id) > ($2, $3) ORDER BY at, order_id',
    first: [organizationId, since, ''],
    after: (row) => [organizationId, row.at, row.order_id],
    from: fromRow,
  }),
};

export const writes = {
  *put(organizationId: OrganizationId, orders: readonly ShopOrder[], now: number): Writing<OrderCounts> {
    yield* refuseErased(organizationId);
    return yield* write(organizationId, orders, now);
  },

  *change(
    organizationId: OrganizationId,
    { orderId, changedAt, order }: OrderChange,
    now: number,
  ): Writing<boolean> {
    yield* refuseErased(organizationId);
    const isThere = 'EXISTS (SELECT 1 FROM orders WHERE organization_id = $1 AND order_id = $2)';
    const isNoted = yield* meets(
      `INSERT INTO order_changes AS c (organization_id, order_id, changed_at) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id, order_id) DO UPDATE SET changed_at = EXCLUDED.changed_at
       WHERE EXCLUDED.changed_at > c.changed_at
         OR EXCLUDED.changed_at = c.changed_at AND ${order === undefined ? 'true' : isThere}
       RETURNING 1`,
      [organizationId, orderId, changedAt],
    );
    if (!isNoted) return false;
    if (order === undefined)
      yield* rowsOf('DELETE FROM orders WHERE organization_id = $1 AND order_id = $2', [
        organizationId,
        orderId,
      ]);
    else yield* write(organizationId, [order], now);
    return true;
  },

  remove: (organizationId: OrganizationId, orderId: string): Writing<boolean> =>
    meets('DELETE FROM orders WHERE organization_id = $1 AND order_id = $2 RETURNING 1', [
      organizationId,
      orderId,
    ]),
};
