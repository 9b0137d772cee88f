import type { DatabaseSync } from 'node:sqlite';
import type { OrderChange, OrderCounts, Orders, OrganizationId, SessionId, ShopOrder } from '../../ports.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

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

/** An order as it is stored. */
export type OrderRecord = readonly [
  orderId: string,
  at: number,
  sessionId: SessionId | null,
  decisionId: string | null,
  products: string,
];

const recordOf = ({ orderId, at, sessionId, decisionId, products }: ShopOrder): OrderRecord => [
  orderId,
  at,
  sessionId ?? null,
  decisionId ?? null,
  JSON.stringify(products.map(({ id, quantity }) => [id, quantity ?? null])),
];

export interface OrderWrites {
  putOrders: {
    input: {
      readonly organizationId: OrganizationId;
      readonly orders: readonly OrderRecord[];
      readonly now: number;
    };
    output: OrderCounts;
  };
  changeOrder: {
    input: {
      readonly organizationId: OrganizationId;
      readonly orderId: string;
      readonly changedAt: number;
      /** Absent where it is taken back. */
      readonly order: OrderRecord | undefined;
      readonly now: number;
    };
    output: boolean;
  };
  removeOrder: {
    input: { readonly organizationId: OrganizationId; readonly orderId: string };
    output: boolean;
  };
}

export class SqliteOrders implements Orders {
  readonly #reader: Reader;
  readonly #writer: Writer<OrderWrites>;

  constructor(reader: Reader, writer: Writer<OrderWrites>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  put(organizationId: OrganizationId, orders: readonly ShopOrder[], now: number): Promise<OrderCounts> {
    return this.#writer.write('putOrders', { organizationId, orders: orders.map(recordOf), now });
  }

  change(organizationId: OrganizationId, { order, ...change }: OrderChange, now: number): Promise<boolean> {
    const record = order && recordOf(order);
    return this.#writer.write('changeOrder', { organizationId, ...change, order: record, now });
  }

  async find(organizationId: OrganizationId, orderId: string): Promise<ShopOrder | undefined> {
    const row = this.#reader.get<Row>(
      'SELECT * FROM orders WHERE organization_id = ? AND order_id = ?',
      organizationId,
      orderId,
    );
    return row && fromRow(row);
  }

  async *list(organizationId: OrganizationId, since: number): AsyncGenerator<ShopOrder> {
    const rows = this.#reader.scan<Row>(
      `SELECT * FROM orders WHERE organization_id = ? AND (at, order_id) > (?, ?) ORDER BY at, order_id`,
      [organizationId, since, ''],
      (row) => [organizationId, row.at, row.order_id],
    );
    for await (const row of rows) yield fromRow(row);
  }

  async ofSession(organizationId: OrganizationId, sessionId: SessionId): Promise<readonly ShopOrder[]> {
    return this.#reader
      .all<Row>(
        'SELECT * FROM orders WHERE organization_id = ? AND session_id = ? ORDER BY order_id',
        organizationId,
        sessionId,
      )
      .map(fromRow);
  }

  async ofDecision(organizationId: OrganizationId, decisionId: string): Promise<readonly ShopOrder[]> {
    return this.#reader
      .all<Row>(
        'SELECT * FROM orders WHERE organization_id = ? AND decision_id = ? ORDER BY order_id',
        organizationId,
        decisionId,
      )
      .map(fromRow);
  }

  remove(organizationId: OrganizationId, orderId: string): Promise<boolean> {
    return this.#writer.write('removeOrder', { organizationId, orderId });
  }
}

export function orderWrites(database: DatabaseSync): Handlers<OrderWrites> {
  const known = database.prepare(
    `SELECT at, session_id, decision_id, products FROM orders WHERE organization_id = ? AND order_id = ?`,
    { returnArrays: true },
  );
  const put = database.prepare(
    `INSERT INTO orders (organization_id, order_id, at, session_id, decision_id, products, uploaded_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, session_id = excluded.session_id,
       decision_id = excluded.decision_id, products = excluded.products, uploaded_at = excluded.uploaded_at`,
  );
  const remove = database.prepare('DELETE FROM orders WHERE organization_id = ? AND order_id = ?');
  const change = database.prepare(
    `INSERT INTO order_changes AS c (organization_id, order_id, changed_at)
     VALUES (:organization, :order, :changedAt)
     ON CONFLICT DO UPDATE SET changed_at = excluded.changed_at
     WHERE excluded.changed_at > c.changed_at OR excluded.changed_at = c.changed_at
       AND (:isTakenBack OR EXISTS (SELECT 1 FROM orders WHERE organization_id = :organization AND order_id = :order))`,
  );
  return {
    changeOrder({ organizationId: organization, orderId, changedAt, order, now }) {
      const isTakenBack = order === undefined ? 1 : 0;
      if (change.run({ organization, order: orderId, changedAt, isTakenBack }).changes === 0) return false;
      if (order === undefined) remove.run(organization, orderId);
      else put.run(organization, ...order, now);
      return true;
    },
    putOrders({ organizationId, orders, now }) {
      let [added, changed] = [0, 0];
      for (const [orderId, ...facts] of orders) {
        const before = known.get(organizationId, orderId) as unknown as unknown[] | undefined;
        if (before?.every((fact, i) => fact === facts[i])) continue;
        if (before === undefined) added++;
        else changed++;
        put.run(organizationId, orderId, ...facts, now);
      }
      return { added, changed, unchanged: orders.length - added - changed };
    },
    removeOrder({ organizationId, orderId }) {
      return remove.run(organizationId, orderId).changes === 1;
    },
  };
}
