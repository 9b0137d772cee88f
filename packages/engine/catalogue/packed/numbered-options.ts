import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { RawColumn, Table, WrittenIn } from '../types.ts';
import { keyOf } from './keys.ts';

/**
 * The most options that get columns; the rarest others stay in their pairs. Each is a column of the whole catalogue.
 */
const MOST_OPTIONS = 100;

/** A column that names an option and the column beside it that holds its value: `Option1 Name`, `Option1 Value`. */
interface Slot {
  readonly name: RawColumn;
  readonly value: RawColumn;
}

/**
 * Gives each option its own column. Shop systems export options as numbered pairs (`Option1 Name`, `Option1 Value`;
 * `Attribute 1 name`, `Attribute 1 value(s)`), and products differ in which pair holds which option. The values of all
 * pairs with the name `Color` become a column `Color`; a value without a name stays in its column.
 */
export function withNamedOptions(table: Table): Table {
  const slots = slotsOf(table.columns);
  if (slots.length === 0) return table;
  const options = optionsOf(table, slots);
  const places = placesOf(slots, options, table.ids.length);
  const taken = new Set([table.idColumn, ...table.columns.map(({ name }) => name)].map(keyOf));
  const named = options.map((option, at) => columnOf(option, at, slots, places, taken));
  const values = new Map(slots.map((slot, s) => [slot.value, leftIn(slot, places.optionIn[s])]));
  const columns = table.columns.flatMap((column) => values.get(column) ?? [column]);
  return { ...table, columns: [...columns, ...named] };
}

/** `option1` for `Option1 Name` (a name) and for `Option1 Value` (a value). */
function slotsOf(columns: readonly RawColumn[]): Slot[] {
  const named = new Map<string, RawColumn>();
  for (const column of columns) {
    const stem = stemOf(column.name, /^(.*\d)[\s_-]*names?$/i);
    if (stem !== undefined) named.set(stem, column);
  }
  return columns.flatMap((value) => {
    const stem = stemOf(value.name, /^(.*\d)[\s_-]*values?(?:\(s\))?$/i);
    const name = stem === undefined ? undefined : named.get(stem);
    return name === undefined ? [] : [{ name, value }];
  });
}

const stemOf = (name: string, pattern: RegExp): string | undefined =>
  pattern
    .exec(name)?.[1]
    ?.toLowerCase()
    .replace(/[\s_-]/g, '');

/** The value that shop systems write for a product without options. */
export const isNoOption = (name: string, value: string | undefined): boolean =>
  keyOf(name) === 'title' && (value === undefined || keyOf(value) === 'default title');

interface Option {
  readonly key: string;
  /** The most frequent spelling. */
  readonly label: string;
  readonly products: number;
}

/** The options that products have, the most frequent first. */
function optionsOf({ ids }: Table, slots: readonly Slot[]): Option[] {
  const found = new Map<string, Map<string, number>>();
  for (const slot of slots) {
    for (let product = 0; product < ids.length; product++) {
      const name = nameIn(slot, product);
      if (name === undefined) continue;
      const key = keyOf(name);
      const spellings = found.get(key) ?? new Map<string, number>();
      spellings.set(name, (spellings.get(name) ?? 0) + 1);
      found.set(key, spellings);
    }
  }
  return [...found]
    .map(([key, spellings]): Option => {
      const [label] = [...spellings].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0];
      return { key, label, products: [...spellings.values()].reduce((sum, n) => sum + n, 0) };
    })
    .sort((a, b) => b.products - a.products || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_OPTIONS);
}

/** The option that a product has in a slot; none where its rows disagree. */
function nameIn({ name, value }: Slot, product: number): string | undefined {
  const text = name.texts[name.cell[product]];
  if (text === undefined || text.includes(ROW_JOINER)) return undefined;
  return isNoOption(text, value.texts[value.cell[product]]) ? undefined : text;
}

interface Places {
  /** For each slot and product the option in it; -1 for none. */
  readonly optionIn: readonly Int16Array[];
  /** For each product the first free slot, or the last slot if none is free. */
  readonly free: Uint8Array;
}

function placesOf(slots: readonly Slot[], options: readonly Option[], products: number): Places {
  const numbers = new Map(options.map(({ key }, at) => [key, at]));
  const optionIn = slots.map((slot) =>
    Int16Array.from({ length: products }, (_, product) => {
      const name = nameIn(slot, product);
      return name === undefined ? -1 : (numbers.get(keyOf(name)) ?? -1);
    }),
  );
  const isFree = ({ name, value }: Slot, product: number): boolean => {
    const text = name.texts[name.cell[product]];
    const held = value.texts[value.cell[product]];
    return text === undefined ? held === undefined : isNoOption(text, held);
  };
  const free = Uint8Array.from({ length: products }, (_, product) => {
    const first = slots.findIndex((slot) => isFree(slot, product));
    return first < 0 ? slots.length - 1 : first;
  });
  return { optionIn, free };
}

/** The column of one option. */
function columnOf(
  { label }: Option,
  option: number,
  slots: readonly Slot[],
  { optionIn, free }: Places,
  taken: ReadonlySet<string>,
): RawColumn {
  const products = free.length;
  const cell = new Int32Array(products).fill(-1);
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const placeholders = new Set<number>();
  const slotOf = free.slice();
  slots.forEach(({ value }, s) => {
    const held = new Set(value.placeholders);
    for (let product = 0; product < products; product++) {
      if (optionIn[s][product] !== option) continue;
      slotOf[product] = s;
      if (held.has(product)) placeholders.add(product);
      const own = value.texts[value.cell[product]];
      if (own === undefined) continue;
      const before = texts[cell[product]];
      const text = before === undefined ? own : united(before, own);
      let number = numbers.get(text);
      if (number === undefined) {
        number = texts.push(text) - 1;
        numbers.set(text, number);
      }
      cell[product] = number;
    }
  });
  const names = slots.map(({ value }) => value.name);
  const writtenIn: WrittenIn = {
    columns: names,
    usual: names[mostFrequent(optionIn, option)],
    slotOf,
    nameColumns: slots.map(({ name }) => name.name),
    key: label,
  };
  return {
    name: taken.has(keyOf(label)) ? `${label} (${writtenIn.usual})` : label,
    // No cell holds a text alone that only occurs together with another.
    ...used(cell, texts),
    placeholders: Int32Array.from([...placeholders].filter((product) => cell[product] === -1)).sort(),
    writtenIn,
  };
}

const united = (a: string, b: string): string =>
  [...new Set([...a.split(ROW_JOINER), ...b.split(ROW_JOINER)])].sort().join(ROW_JOINER);

/** The slot in which most products have an option. */
function mostFrequent(optionIn: readonly Int16Array[], option: number): number {
  const counts = optionIn.map((options) => options.reduce((sum, own) => sum + (own === option ? 1 : 0), 0));
  return counts.indexOf(Math.max(...counts));
}

/** The rest of a value column: the values that no option took. Undefined if there are none. */
function leftIn({ name, value }: Slot, optionIn: Int16Array): RawColumn[] {
  const isTaken = (product: number): boolean => {
    const named = name.texts[name.cell[product]];
    return (
      optionIn[product] >= 0 || (named !== undefined && isNoOption(named, value.texts[value.cell[product]]))
    );
  };
  const cell = value.cell.map((text, product) => (isTaken(product) ? -1 : text));
  const placeholders = value.placeholders.filter((product) => !isTaken(product));
  if (placeholders.length === 0 && cell.every((text) => text === -1)) return [];
  return [{ ...value, ...used(cell, value.texts), placeholders }];
}

/** The texts that are used, with the cells renumbered. */
function used(cell: Int32Array, texts: readonly string[]): { cell: Int32Array; texts: readonly string[] } {
  const place = new Int32Array(texts.length).fill(-1);
  const kept: string[] = [];
  const moved = cell.map((text) => {
    if (text === -1) return -1;
    if (place[text] === -1) place[text] = kept.push(texts[text]) - 1;
    return place[text];
  });
  return { cell: moved, texts: kept };
}
