import { oneLine } from '@decidable/report/printable';
import { count, counted } from '@decidable/report/wording';
import { NotFound } from '@decidable/server/errors';
import {
  type ImportedOrders,
  importOrders,
  ORDER_COLUMNS,
  type OrderColumn,
  removeOrder,
} from '@decidable/server/outcomes';
import type { ShopOrder } from '@decidable/server/storage';
import { type Command, InvalidArgumentError } from 'commander';
import { BadInput } from '../../fault.ts';
import { readGiven } from '../../input.ts';
import { jsonOption, wholeNumber, withExamples } from '../../options.ts';
import { print, printJson, printLines } from '../../output.ts';
import { dataOption, type OrganizationFlag, organizationOption, withOrganization } from '../../store/open.ts';
import { Progress } from '../../terminal/progress.ts';
import { table } from '../../terminal/table.ts';

const DAY = 86_400_000;
/** Orders that the list shows on a terminal; `--json` has all. Set by hand. */
const LISTED = 50;

type Columns = Readonly<Partial<Record<OrderColumn, string>>>;

interface Flags extends OrganizationFlag {
  readonly json?: true;
}

interface ImportFlags extends Flags {
  readonly column?: Columns;
  readonly dryRun?: true;
}

interface ListFlags extends Flags {
  readonly days: number;
}

export function add(program: Command): void {
  const orders = program
    .command('orders')
    .summary('what was really bought: import, list, remove')
    .description(
      'Orders as the shop has them. They confirm what was bought; what browsers say is only claimed (see "decidable outcomes").',
    );
  const imported = orders
    .command('import')
    .summary('upload orders from a CSV or JSON Lines file')
    .description(
      `Uploads orders. CSV has a row a product, with the columns ${ORDER_COLUMNS.join(', ')}, of which the last three may be missing or empty. JSON Lines has an order a line: {"orderId":"1001","at":"2026-03-04T12:30:00Z","sessionId":"…","products":[{"id":"p1","quantity":2}]}. An order counts once: the same id replaces it. A file with a fault changes nothing.`,
    )
    .argument('<file>', 'CSV or JSON Lines file, or - for standard input')
    .addOption(organizationOption())
    .option(
      '--column <column=name...>',
      `what a column of the CSV is called: ${ORDER_COLUMNS.join(', ')}`,
      columnOf,
    )
    .option('--dry-run', 'read and compare, and store nothing')
    .addOption(dataOption())
    .addOption(jsonOption('print { orders, added, changed, unchanged, linked, … }'))
    .action(importFile);
  withExamples(imported, [
    ['decidable orders import orders.csv --org ORG', 'of yesterday, or of the year'],
    ['decidable orders import orders.csv --org ORG --dry-run', 'what it would change'],
    ['decidable orders import x.csv --org ORG --column product_id=SKU at=Created', 'other names'],
  ]);
  orders
    .command('list')
    .summary('list the uploaded orders, the latest last')
    .addOption(organizationOption())
    .option('--days <number>', 'how far back', (text) => wholeNumber(text, 1, 3_650), 30)
    .addOption(dataOption())
    .addOption(jsonOption('print { organizationId, orders }'))
    .action(list);
  orders
    .command('remove')
    .summary('remove an order that was uploaded by mistake, or was cancelled')
    .argument('<order-id>', 'id of the order, from "orders list"')
    .addOption(organizationOption())
    .addOption(dataOption())
    .addOption(jsonOption('print { orderId, removed }'))
    .action(remove);
}

async function importFile(path: string, flags: ImportFlags): Promise<void> {
  const file = await readGiven(path);
  const progress = new Progress(process.stderr);
  const { column: columns = {}, dryRun = false } = flags;
  progress.now(dryRun ? `comparing ${path}` : `importing ${path}`);
  let imported: ImportedOrders;
  try {
    imported = await withOrganization(flags, async (storage, id, note) => {
      const made = await importOrders(storage, id, file, {
        columns,
        dryRun,
        now: Date.now(),
        progress: (share) => progress.done(share),
      });
      if (!dryRun) await note('orders.imported', file.name, { orders: made.orders });
      return made;
    });
  } finally {
    progress.end();
  }
  if (flags.json) await printJson({ ...imported, dryRun });
  else await printLines(linesOf(imported, dryRun));
}

function linesOf(
  { orders, added, changed, unchanged, linked, ignored }: ImportedOrders,
  dryRun: boolean,
): string[] {
  return [
    `${dryRun ? 'Would import' : 'Imported'} ${counted(orders, 'order')}: ${count(added)} new, ${count(changed)} changed, ${count(unchanged)} as before.`,
    `With their session: ${count(linked.session)}. With only a ranking: ${count(linked.decision)}. With neither: ${count(linked.neither)}.`,
    ...(linked.neither > 0
      ? [
          "An order with neither confirms what was bought only where a purchase event of one session has the order's id as its eventId.",
        ]
      : []),
    ...(ignored.length > 0 ? [`Not read: ${ignored.slice(0, 30).map(oneLine).join(', ')}.`] : []),
  ];
}

async function list(flags: ListFlags): Promise<void> {
  const orders = await withOrganization(flags, (storage, id) =>
    Array.fromAsync(storage.orders.list(id, Date.now() - flags.days * DAY)),
  );
  if (flags.json) {
    await printJson({
      organizationId: flags.org,
      orders: orders.map(({ at, ...order }) => ({ ...order, at: new Date(at).toISOString() })),
    });
    return;
  }
  const shown = orders.slice(-LISTED);
  const left = orders.length - shown.length;
  const lines = table(
    [
      { title: 'ORDER', whole: true },
      { title: 'PLACED' },
      { title: 'PRODUCTS' },
      { title: 'SESSION' },
      { title: 'RANKING' },
    ],
    shown.map((order) => [
      oneLine(order.orderId),
      new Date(order.at).toISOString().slice(0, 16).replace('T', ' '),
      order.products.map(productText).join(' '),
      oneLine(order.sessionId ?? ''),
      oneLine(order.decisionId ?? ''),
    ]),
  );
  await printLines(
    left > 0 ? [`${counted(left, 'earlier order')} not shown; --json has all.`, ...lines] : lines,
  );
}

const productText = ({ id, quantity }: ShopOrder['products'][number]): string =>
  quantity === undefined || quantity === 1 ? oneLine(id) : `${quantity}×${oneLine(id)}`;

async function remove(orderId: string, flags: Flags): Promise<void> {
  await withOrganization(flags, async (storage, organizationId, note) => {
    try {
      await removeOrder(storage, organizationId, orderId);
      await note('order.removed', orderId);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new BadInput(
        `this organization has no order ${oneLine(orderId)}; "decidable orders list --org ${flags.org}" shows which there are.`,
        { cause: error },
      );
    }
  });
  if (flags.json) await printJson({ orderId, removed: true });
  else await print(`Removed order ${oneLine(orderId)}.\n`);
}

function columnOf(text: string, others: Columns = {}): Columns {
  const at = text.indexOf('=');
  const column = ORDER_COLUMNS.find((known) => known === text.slice(0, at).trim());
  const name = text.slice(at + 1).trim();
  if (at < 0 || column === undefined || name === '') {
    throw new InvalidArgumentError(`Give column=name, the column one of ${ORDER_COLUMNS.join(', ')}.`);
  }
  return { ...others, [column]: name };
}
