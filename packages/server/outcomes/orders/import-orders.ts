import { InvalidInput, NotFound } from '../../errors.ts';
import type { OrderCounts, OrganizationId, Storage } from '../../storage/ports.ts';
import { Pace } from '../../time-slices.ts';
import { type OrderFile, type OrderReading, readOrders } from './order-file.ts';

/** Orders that are written in one transaction: a few ms of the writer's time. Set by hand. */
const WRITTEN_AT_ONCE = 200;

export interface ImportedOrders extends OrderCounts {
  readonly orders: number;
  /** Orders that name their session, those that name only a ranking, and those that name neither. */
  readonly linked: { readonly session: number; readonly decision: number; readonly neither: number };
  /** Columns or fields of the file that were not read. */
  readonly ignored: readonly string[];
}

export interface OrderImport extends OrderReading {
  /** Reads and compares, and writes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Stores the orders of a file. An order of a known id replaces what was there, so the same file may be imported again.
 * A file with a fault changes nothing; an import that is cut short has stored a part, and is made whole by another.
 *
 * @throws InvalidInput at the first fault of the file, with its line and field; StoreUnavailable
 */
export async function importOrders(
  storage: Pick<Storage, 'orders'>,
  organizationId: OrganizationId,
  file: OrderFile,
  { dryRun = false, progress, ...reading }: OrderImport,
): Promise<ImportedOrders> {
  const { orders, ignored } = await readOrders(file, {
    ...reading,
    progress: (share) => progress?.(share / 2),
  });
  if (orders.length === 0) throw new InvalidInput(`${file.name}: it holds no order.`);
  let [added, changed, unchanged] = [0, 0, 0];
  for (let from = 0; from < orders.length; from += WRITTEN_AT_ONCE) {
    progress?.((1 + from / orders.length) / 2);
    const some = orders.slice(from, from + WRITTEN_AT_ONCE);
    const counts = dryRun
      ? await compared(storage, organizationId, some)
      : await storage.orders.put(organizationId, some, reading.now);
    added += counts.added;
    changed += counts.changed;
    unchanged += counts.unchanged;
  }
  const session = orders.filter(({ sessionId }) => sessionId !== undefined).length;
  const neither = orders.filter(
    ({ sessionId, decisionId }) => sessionId === undefined && decisionId === undefined,
  ).length;
  const linked = { session, decision: orders.length - session - neither, neither };
  return { orders: orders.length, added, changed, unchanged, linked, ignored };
}

/** What storing the orders would count. */
async function compared(
  { orders }: Pick<Storage, 'orders'>,
  organizationId: OrganizationId,
  some: Parameters<Storage['orders']['put']>[1],
): Promise<OrderCounts> {
  const pace = new Pace(organizationId);
  let [added, changed] = [0, 0];
  for (const order of some) {
    await pace.rest();
    const known = await orders.find(organizationId, order.orderId);
    if (known === undefined) added++;
    else if (JSON.stringify(known) !== JSON.stringify(order)) changed++;
  }
  return { added, changed, unchanged: some.length - added - changed };
}

/** @throws NotFound where the organization has no such order; StoreUnavailable */
export async function removeOrder(
  { orders }: Pick<Storage, 'orders'>,
  organizationId: OrganizationId,
  orderId: string,
): Promise<void> {
  if (await orders.remove(organizationId, orderId.normalize())) return;
  throw new NotFound(`this organization has no order ${orderId}.`);
}
