import { CatalogueError, isBlank, readRows, rowTooLong, shortened } from '@decidable/engine/catalogue';
import { InvalidInput } from '../../errors.ts';
import type { ShopOrder } from '../../storage/ports.ts';
import { Pace, SERVICE } from '../../time-slices.ts';
import { type FieldNames, ORDER_FIELDS, productId, productQuantity, shopOrder } from './order-fields.ts';

/** A file of orders, with its name for messages. */
export interface OrderFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The columns of a CSV file of orders; each row is a product of an order. */
export const ORDER_COLUMNS = [
  'order_id',
  'at',
  'product_id',
  'quantity',
  'session_id',
  'decision_id',
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

export interface OrderReading {
  /** The names that columns have in a CSV file, where they are others than `ORDER_COLUMNS`. */
  readonly columns?: Readonly<Partial<Record<OrderColumn, string>>>;
  /** ms since the epoch */
  readonly now: number;
  /** Called with the share that is read, 0 to 1. */
  readonly progress?: (share: number) => void;
}

export interface ReadOrders {
  /** In the order of the file. */
  readonly orders: readonly ShopOrder[];
  /** Columns or fields that were not read. */
  readonly ignored: readonly string[];
}

/**
 * Reads a file of orders: CSV with a row a product, or JSON Lines with an order a line. Other requests have turns in
 * between, except while a CSV file is taken apart.
 *
 * @throws InvalidInput at the first fault, with its line and field
 */
export async function readOrders(file: OrderFile, reading: OrderReading): Promise<ReadOrders> {
  const start = new TextDecoder().decode(file.bytes.subarray(0, 1_000)).trimStart();
  if (start.startsWith('[')) {
    throw new InvalidInput(
      `${file.name}: this is a list in JSON. Write one order a line without the brackets around them (JSON Lines), or a CSV file.`,
    );
  }
  return start.startsWith('{') ? readJsonLines(file, reading) : readCsv(file, reading);
}

/** Adds the place to the message of a fault. */
function at<T>(file: OrderFile, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(`${file.name}, line ${line}: ${error.message}`, { cause: error });
  }
}

/** A name without case and punctuation: `Order ID`, `order_id` and `orderId` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/gu, '');

async function readJsonLines(file: OrderFile, { now, progress }: OrderReading): Promise<ReadOrders> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch (error) {
    throw new InvalidInput(`${file.name}: it is not UTF-8. Save it as UTF-8.`, { cause: error });
  }
  const fieldOf = new Map(ORDER_FIELDS.map((field) => [plain(field), field]));
  const orders: ShopOrder[] = [];
  const lineOf = new Map<string, number>();
  const ignored = new Set<string>();
  const pace = new Pace(SERVICE);
  let line = 0;
  for (let from = 0; from < text.length; ) {
    await pace.rest();
    progress?.(from / text.length);
    const end = text.indexOf('\n', from);
    const written = text.slice(from, end < 0 ? undefined : end);
    from = end < 0 ? text.length : end + 1;
    line++;
    if (written.trim() === '') continue;
    const order = at(file, line, () => {
      const sent: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(recordIn(written))) {
        const field = fieldOf.get(plain(name));
        if (field === undefined) ignored.add(name);
        else sent[field] = value;
      }
      return shopOrder(sent, now);
    });
    const before = lineOf.get(order.orderId);
    if (before !== undefined) {
      throw new InvalidInput(
        `${file.name}, line ${line}: orderId: order ${shortened(order.orderId)} stands on line ${before}, too. Write each order once.`,
      );
    }
    lineOf.set(order.orderId, line);
    orders.push(order);
  }
  return { orders, ignored: [...ignored] };
}

function recordIn(line: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new InvalidInput(`this is no JSON: ${(error as Error).message}.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidInput('this is no order: write {"orderId":"1001","at":"…","products":["p1"]}.');
  }
  return value;
}

/** An order of which more rows may come. */
interface Open {
  readonly line: number;
  readonly facts: Record<(typeof FACTS)[number], string>;
  readonly products: { readonly id: string; readonly quantity: number | undefined }[];
}

/** What is said of an order, not of a product; in one of its rows or in all. */
const FACTS = ['at', 'session_id', 'decision_id'] as const;

async function readCsv(file: OrderFile, { columns = {}, now, progress }: OrderReading): Promise<ReadOrders> {
  const { file: parsed, headerRow, names } = rowsOf(file);
  const indexOf = columnIndexes(file, names, columns);
  const { rows } = parsed;
  const width = rows.at(headerRow)!.length;
  const open = new Map<string, Open>();
  const pace = new Pace(SERVICE);
  // Counted along, as counting from the beginning for each row would take the square of the time.
  let line = parsed.lineOfRow(headerRow);
  for (let r = headerRow; r < rows.length; r++) {
    const row = rows.at(r)!;
    const here = line;
    line += 1 + row.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    if (r === headerRow || isBlank(row)) continue;
    await pace.rest();
    progress?.((r / rows.length) * 0.8);
    if (row.length > width) throw asInput(file, rowTooLong(parsed, r, names.length));
    const cell = (column: OrderColumn): string => {
      const index = indexOf[column];
      return index === undefined ? '' : (row[index] ?? '').trim();
    };
    at(file, here, () => addRow(open, here, cell));
  }
  const orders: ShopOrder[] = [];
  for (const [orderId, { line: first, facts, products }] of open) {
    await pace.rest();
    progress?.(0.8 + (0.2 * orders.length) / open.size);
    const { session_id: sessionId, decision_id: decisionId } = facts;
    orders.push(
      at(file, first, () =>
        shopOrder({ orderId, at: facts.at, sessionId, decisionId, products }, now, columnName),
      ),
    );
  }
  const read = new Set(Object.values(indexOf));
  return { orders, ignored: names.filter((_, index) => !read.has(index)) };
}

function addRow(open: Map<string, Open>, line: number, cell: (column: OrderColumn) => string): void {
  const orderId = cell('order_id').normalize();
  if (orderId === '') throw new InvalidInput('order_id: it is missing. Every row needs that of its order.');
  const product = {
    id: productId('product_id', cell('product_id')),
    quantity: productQuantity('quantity', cell('quantity')),
  };
  const facts = { at: cell('at'), session_id: cell('session_id'), decision_id: cell('decision_id') };
  let order = open.get(orderId);
  if (order === undefined) {
    order = { line, facts, products: [] };
    open.set(orderId, order);
  }
  for (const fact of FACTS) {
    const [known, said] = [order.facts[fact], facts[fact]];
    if (known === '') order.facts[fact] = said;
    else if (said !== '' && said !== known) {
      throw new InvalidInput(
        `${fact}: order ${shortened(orderId)} has "${shortened(known)}" on line ${order.line}. All rows of an order have the same, or none.`,
      );
    }
  }
  order.products.push(product);
}

/** The names of columns: `sessionId` is `session_id`. */
const columnName: FieldNames = (field) => field.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

function rowsOf(file: OrderFile): ReturnType<typeof readRows> {
  try {
    return readRows(file.bytes);
  } catch (error) {
    throw error instanceof CatalogueError ? asInput(file, error) : error;
  }
}

const asInput = (file: OrderFile, error: CatalogueError): InvalidInput =>
  new InvalidInput(error.messageIn(file.name), { cause: error });

/** Where each column stands. @throws InvalidInput where one that is needed, or that the caller names, is not there */
function columnIndexes(
  file: OrderFile,
  names: readonly string[],
  columns: NonNullable<OrderReading['columns']>,
): Readonly<Partial<Record<OrderColumn, number>>> {
  const indexes: Partial<Record<OrderColumn, number>> = {};
  for (const column of ORDER_COLUMNS) {
    const given = columns[column];
    const index = names.findIndex((name) =>
      given === undefined ? plain(name) === plain(column) : name === given.trim().normalize(),
    );
    if (index >= 0) indexes[column] = index;
    else if (given !== undefined || ['order_id', 'at', 'product_id'].includes(column)) {
      const missing =
        given === undefined
          ? `it has no column ${column}. Name yours: --column ${column}=NAME`
          : `it has no column "${given}" to take as ${column}`;
      throw new InvalidInput(
        `${file.name}: ${missing}. Its columns: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}.`,
      );
    }
  }
  return indexes;
}
