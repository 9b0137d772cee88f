import { CatalogueError } from '@decidable/engine/catalogue';
import type { ReadingBudget } from '../reading-budget.ts';
import { CompactThrift, type Struct, type Value } from './compact-thrift.ts';
import { countOf, textLength } from './shared-beginnings.ts';

/** Unpacks the bytes of a page to exactly so many. */
export type Unpack = (codec: number, packed: Uint8Array, length: number) => Uint8Array;

const [DATA, , DICTIONARY, DATA_V2] = [0, 1, 2, 3];
const [BOOLEAN, PLAIN_DICTIONARY, RLE, DELTA_BYTE_ARRAY, RLE_DICTIONARY] = [0, 2, 3, 7, 8];
const REQUIRED = 0;
const REPEATED = 2;
const MAX_DEPTH = 24;
/** A page counts as so many elements: its description alone has some 20 bytes. Set by hand. */
const NODES_OF_A_PAGE = 8;
/** The last run of a page may be filled up. */
const MAX_PADDING = 512;

/** The levels of a column: how often it, or what it is within, may be absent or repeated. */
interface Levels {
  readonly repetition: number;
  readonly definition: number;
}

interface Field extends Levels {
  /** Those within it, by name: paths as texts could be as long as a file, for each of its columns. */
  readonly fields: ReadonlyMap<string, Field>;
}

const broken = (why: string): CatalogueError =>
  new CatalogueError(
    'broken_parquet',
    `The Parquet file cannot be read (${why}). Write it again, or export the catalogue as CSV.`,
  );

/**
 * Holds what a Parquet file says of itself against the bytes that are there: rows against values, values and runs of
 * values against the pages, pages against the file. The library that reads it believes these numbers.
 *
 * @returns the rows of each group
 * @throws CatalogueError `broken_parquet`, or `too_large`
 */
export function checkPages(bytes: Uint8Array, unpack: Unpack, budget: ReadingBudget): number[] {
  try {
    return new PageCheck(bytes, unpack, budget).groups();
  } catch (error) {
    if (error instanceof CatalogueError || !(error instanceof Error)) throw error;
    throw broken(error.message);
  }
}

const numberIn = (struct: Struct, field: number): number => {
  const value = struct.get(field) ?? 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`it claims ${typeof value === 'number' ? value : 'no number'} where a count stands`);
  return value;
};
const structIn = (struct: Struct, field: number): Struct => {
  const value = struct.get(field);
  if (!(value instanceof Map)) throw new RangeError('a part of its description is missing');
  return value;
};
const listIn = (struct: Struct, field: number): readonly Value[] => {
  const value = struct.get(field);
  if (!Array.isArray(value)) throw new RangeError('a list of its description is missing');
  return value;
};
const structsIn = (struct: Struct, field: number): readonly Struct[] =>
  listIn(struct, field).map((value) => {
    if (!(value instanceof Map)) throw new RangeError('a part of its description is missing');
    return value;
  });
const textOf = (value: Value | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : '';

class PageCheck {
  readonly #bytes: Uint8Array;
  readonly #unpack: Unpack;
  readonly #budget: ReadingBudget;
  #values = 0;

  constructor(bytes: Uint8Array, unpack: Unpack, budget: ReadingBudget) {
    this.#bytes = bytes;
    this.#unpack = unpack;
    this.#budget = budget;
  }

  groups(): number[] {
    const { length } = this.#bytes;
    const view = viewOf(this.#bytes);
    if (length < 12 || textOf(this.#bytes.subarray(length - 4)) !== 'PAR1')
      throw new RangeError('it is cut off');
    const described = view.getUint32(length - 8, true);
    if (described > length - 12) throw new RangeError('it claims a description that is longer than the file');
    const footer = new CompactThrift(this.#bytes, length - 8 - described, length - 8).struct();
    const schema = schemaOf(structsIn(footer, 2));
    return structsIn(footer, 4).map((group) => this.#group(group, schema));
  }

  #group(group: Struct, schema: Field): number {
    const rows = numberIn(group, 3);
    const columns = structsIn(group, 1);
    if (columns.length > 4 * this.#budget.limits.columns || (columns.length === 0 && rows > 0))
      throw new RangeError(`a group of its rows claims ${columns.length} columns`);
    for (const column of columns) {
      const values = this.#column(structIn(column, 3), schema);
      if (values < rows) throw new RangeError(`it claims ${rows} rows, and a column has ${values} values`);
    }
    return rows;
  }

  /** @returns the values of a column's pages, absent ones included */
  #column(column: Struct, schema: Field): number {
    let field: Field | undefined = schema;
    for (const name of listIn(column, 3)) field = field?.fields.get(textOf(name));
    if (field === undefined) throw new RangeError('it has a column that its schema lacks');
    const start = numberIn(column, 11) || numberIn(column, 9);
    const end = start + numberIn(column, 7);
    if (end > this.#bytes.length) throw new RangeError('it claims pages behind its end');
    const isBoolean = numberIn(column, 1) === BOOLEAN;
    let values = 0;
    for (let at = start; at < end - 1; ) {
      const reader = new CompactThrift(this.#bytes, at, end);
      const header = reader.struct();
      at = reader.offset + numberIn(header, 3);
      if (at > end) throw new RangeError('a page claims more bytes than there are');
      const packed = this.#bytes.subarray(reader.offset, at);
      values += this.#page(header, packed, numberIn(column, 4), field, isBoolean);
    }
    return values;
  }

  #page(header: Struct, packed: Uint8Array, codec: number, levels: Levels, isBoolean: boolean): number {
    const length = numberIn(header, 2);
    this.#budget.nodes(NODES_OF_A_PAGE);
    this.#budget.unpacked(length);
    switch (numberIn(header, 1)) {
      case DICTIONARY:
        if (numberIn(structIn(header, 7), 1) > length)
          throw new RangeError('a dictionary claims more values than it has bytes');
        return 0;
      case DATA: {
        const own = structIn(header, 5);
        const values = this.#counted(own);
        const page = codec === 0 ? packed : this.#unpack(codec, packed, length);
        let at = 0;
        if (levels.repetition > 0) at = prefixedRuns(page, at, widthOf(levels.repetition), values);
        const defined = at + 4;
        if (levels.definition > 0) at = prefixedRuns(page, at, widthOf(levels.definition), values);
        const encoding = numberIn(own, 2);
        if (encoding === DELTA_BYTE_ARRAY) {
          const width = widthOf(levels.definition);
          const present =
            width === 0 ? values : countOf(page.subarray(defined, at), levels.definition, width, values);
          this.#shared(page.subarray(at), present);
        } else checkValues(page, at, encoding, values, isBoolean);
        return values;
      }
      case DATA_V2: {
        const own = structIn(header, 8);
        const values = this.#counted(own);
        const [definition, repetition] = [numberIn(own, 5), numberIn(own, 6)];
        const at = repetition + definition;
        if (at > packed.length || at > length || numberIn(own, 2) > values || numberIn(own, 3) > values)
          throw new RangeError('a page claims more than it holds');
        checkRuns(packed, 0, repetition, widthOf(levels.repetition), values);
        checkRuns(packed, repetition, at, widthOf(levels.definition), values);
        const isPacked = codec !== 0 && own.get(7) !== false;
        const page = isPacked ? this.#unpack(codec, packed.subarray(at), length - at) : packed.subarray(at);
        const encoding = numberIn(own, 4);
        if (encoding === DELTA_BYTE_ARRAY) this.#shared(page, values - numberIn(own, 2));
        else checkValues(page, 0, encoding, values, isBoolean);
        return values;
      }
      default:
        return 0;
    }
  }

  /** Texts that begin as the one before them: a few bytes may stand for a long one, again and again. */
  #shared(texts: Uint8Array, count: number): void {
    this.#budget.unpacked(Math.max(0, textLength(texts, count) - texts.length));
  }

  #counted(page: Struct): number {
    const values = numberIn(page, 1);
    this.#values += values;
    this.#budget.values(this.#values);
    return values;
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Bits that a level takes. */
const widthOf = (level: number): number => 32 - Math.clz32(level);

/** Runs behind their length in bytes. @returns where they end */
function prefixedRuns(page: Uint8Array, at: number, width: number, values: number): number {
  if (at + 4 > page.length) throw new RangeError('a page is cut off');
  const end = at + 4 + viewOf(page).getUint32(at, true);
  if (end > page.length) throw new RangeError('a page claims more levels than it has bytes');
  checkRuns(page, at + 4, end, width, values);
  return end;
}

function checkValues(
  page: Uint8Array,
  at: number,
  encoding: number,
  values: number,
  isBoolean: boolean,
): void {
  if (encoding === RLE && isBoolean && at < page.length) prefixedRuns(page, at, 1, values);
  else if ((encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY) && at < page.length)
    checkRuns(page, at + 1, page.length, page[at], values);
}

/** Holds the lengths of runs against the values of their page: a run of any length has a few bytes. */
function checkRuns(bytes: Uint8Array, from: number, end: number, width: number, values: number): void {
  for (let at = from, seen = 0; seen < values && at < end; ) {
    let header = 0;
    for (let factor = 1; ; factor *= 128) {
      if (factor > 2 ** 35 || at >= end) return;
      const byte = bytes[at++];
      header += (byte & 127) * factor;
      if (byte < 128) break;
    }
    const isPacked = header % 2 === 1;
    const run = isPacked ? ((header - 1) / 2) * 8 : header / 2;
    // A packed run has bytes for its values, but for those of no width.
    if (run > values + MAX_PADDING && (!isPacked || width === 0))
      throw new RangeError(`a run claims ${run} values, and its page has ${values}`);
    seen += run;
    at += isPacked ? (run * width) / 8 : (width + 7) >> 3;
  }
}

/** The fields of a schema, each with its levels. */
function schemaOf(elements: readonly Struct[]): Field {
  let next = 0;
  const visit = (above: Levels, depth: number): [string, Field] => {
    const element = elements[next++];
    if (element === undefined || depth > MAX_DEPTH)
      throw new RangeError('its schema claims fields that are not there');
    const kind = depth === 0 ? REQUIRED : numberIn(element, 3);
    const own: Levels = {
      repetition: above.repetition + Number(kind === REPEATED),
      definition: above.definition + Number(kind !== REQUIRED),
    };
    const fields = new Map<string, Field>();
    for (let rest = numberIn(element, 5); rest > 0; rest--) fields.set(...visit(own, depth + 1));
    return [textOf(element.get(4)), { ...own, fields }];
  };
  return visit({ repetition: 0, definition: 0 }, 0)[1];
}
