import { DistinctTexts } from '../csv/distinct-texts.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { FileRows, RawColumn, Table, WrittenIn } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import { slotsByStructure } from './numbered-groups.ts';
import { synonyms } from './option-synonyms.ts';
import { pairNames, type Slot } from './pair-names.ts';
import { withRowsApart } from './row-pairs.ts';

/**
 * The most options that get columns; the rarest others stay in their pairs. Each is a column of the whole catalogue.
 */
const MOST_OPTIONS = 100;

/**
 * Gives each option its own column. Shop systems export options as numbered pairs (`Option1 Name`, `Option1 Value`;
 * `Attribute 1 name`, `Attribute 1 value(s)`), and products differ in which pair holds which option. The values of all
 * pairs with the name `Color` become a column `Color`; a value without a name stays in its column.
 *
 * @param rows the rows of the file, which tell pairs apart where a product has a row for each
 */
export function withNamedOptions(table: Table, rows?: () => FileRows): Table {
  const slots = slotsOf(table, rows);
  if (slots.length === 0) return table;
  const options = optionsOf(table, slots);
  const places = placesOf(slots, options, table.ids.length);
  const taken = new Set([table.idColumn, ...table.columns.map(({ name }) => name)].map(attributeKey));
  const named = options.map((option, at) => columnOf(option, at, slots, places, taken));
  const values = new Map<string, RawColumn[]>();
  // A pair with several names a product stands for several slots; the first has the values without a name.
  for (const [s, slot] of slots.entries()) {
    if (!values.has(slot.value.name)) values.set(slot.value.name, leftIn(slot, places.optionIn[s]));
  }
  const columns = table.columns.flatMap((column) => values.get(column.name) ?? [column]);
  return { ...table, columns: [...columns, ...named] };
}

/**
 * Columns that belong together: the same stem and number, one with the name, one with the value. Their names say so, or in
 * a language that no pack has their structure.
 */
function slotsOf({ columns, ids }: Table, rows: (() => FileRows) | undefined): Slot[] {
  const parts = columns.flatMap((column) => pairNames(column.name).map((part) => ({ ...part, column })));
  const taken = new Set<RawColumn>();
  const named = parts.flatMap((name): Slot[] => {
    if (name.part !== 'name' || taken.has(name.column)) return [];
    const own = parts.filter(
      ({ part, pair, column }) =>
        part === 'value' && pair === name.pair && column !== name.column && !taken.has(column),
    );
    // `attribute_key_1` beside `value_1`.
    const value =
      own.find(({ stem }) => stem === name.stem && (name.isNumbered || stem !== '')) ??
      own.find(({ stem, isNumbered }) => stem === '' && isNumbered);
    if (value === undefined || !namesOptions(name.column, name.isNumbered)) return [];
    taken.add(name.column).add(value.column);
    return [{ name: name.column, value: value.column }];
  });
  return [...named, ...slotsByStructure(columns.filter((column) => !taken.has(column)))].flatMap(
    ({ name, value }) => {
      const slot = { name, value: withoutJoined(value) };
      return rows === undefined ? [slot] : withRowsApart(slot, rows, ids.length);
    },
  );
}

/** Fewest distinct names of options that must recur, and how often; set by hand. Names of products do not recur. */
const MANY_NAMES = 10;
const RECURRENCE = 2;

function namesOptions({ texts, cell }: RawColumn, isNumbered: boolean): boolean {
  if (isNumbered && texts.length <= MANY_NAMES) return true;
  const names = new Set(texts.flatMap((text) => text.split(ROW_JOINER)));
  let recorded = 0;
  for (const text of cell) if (text >= 0) recorded += texts[text].split(ROW_JOINER).length;
  return recorded >= RECURRENCE * names.size;
}

/** What separates the values in the row of a product whose variants have rows of their own. */
const JOINERS = [';', ',', '|'];

/**
 * The values one by one. The row of a product may list the options that the rows of its variants have; such a list says
 * nothing beside them, and is taken apart where there are none.
 */
function withoutJoined(column: RawColumn): RawColumn {
  const joiner = JOINERS.find((sign) =>
    column.texts.some((text) => text.includes(ROW_JOINER) && joinedBy(sign, text.split(ROW_JOINER)).size > 0),
  );
  if (joiner === undefined) return column;
  const texts = new DistinctTexts();
  const place = column.texts.map((text) => {
    const parts = text.split(ROW_JOINER);
    const joined = joinedBy(joiner, parts);
    const kept = parts.filter((part) => !joined.has(part)).flatMap((part) => partsOf(part, joiner));
    return texts.number([...new Set(kept)].sort().join(ROW_JOINER));
  });
  return {
    ...column,
    texts: texts.finished(),
    cell: column.cell.map((text) => (text < 0 ? -1 : place[text])),
  };
}

const partsOf = (text: string, joiner: string): string[] => {
  const parts = text.split(joiner).map((part) => part.trim());
  return parts.every((part) => part !== '') ? parts : [text];
};

/** Those of the texts that list others of them. */
function joinedBy(joiner: string, texts: readonly string[]): ReadonlySet<string> {
  const alone = new Set(texts);
  return new Set(
    texts.filter(
      (text) =>
        text.includes(joiner) && partsOf(text, joiner).every((part) => part !== text && alone.has(part)),
    ),
  );
}

/** The value that shop systems write for a product without options. */
export const isNoOption = (name: string, value: string | undefined): boolean =>
  attributeKey(name) === 'title' && (value === undefined || attributeKey(value) === 'default title');

interface Option {
  /** All its names, folded. */
  readonly keys: readonly string[];
  /** The most frequent spelling. */
  readonly label: string;
  readonly products: number;
}

/** The options that products have, the most frequent first. Several names of one option are taken together. */
function optionsOf({ ids }: Table, slots: readonly Slot[]): Option[] {
  const found = new Map<
    string,
    { spellings: Map<string, number>; products: Set<number>; values: Set<string> }
  >();
  for (const slot of slots) {
    for (let product = 0; product < ids.length; product++) {
      const name = nameIn(slot, product);
      if (name === undefined) continue;
      const key = attributeKey(name);
      const own = found.get(key) ?? { spellings: new Map(), products: new Set(), values: new Set() };
      found.set(key, own);
      own.spellings.set(name, (own.spellings.get(name) ?? 0) + 1);
      own.products.add(product);
      const value = slot.value.texts[slot.value.cell[product]];
      for (const part of value?.split(ROW_JOINER) ?? []) own.values.add(attributeKey(part));
    }
  }
  const named = [...found]
    .map(([key, own]) => {
      const [label] = [...own.spellings].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0];
      return { key, label, ...own };
    })
    .sort((a, b) => b.products.size - a.products.size || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_OPTIONS);
  const groups = Map.groupBy(synonyms(named).entries(), ([, first]) => first);
  return [...groups.values()]
    .map((group): Option => {
      const own = group.map(([at]) => named[at]);
      const products = own.reduce((sum, option) => sum + option.products.size, 0);
      return { keys: own.map(({ key }) => key), label: own[0].label, products };
    })
    .sort((a, b) => b.products - a.products || (a.keys[0] < b.keys[0] ? -1 : 1));
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
  readonly free: Uint16Array;
}

function placesOf(slots: readonly Slot[], options: readonly Option[], products: number): Places {
  const numbers = new Map(options.flatMap(({ keys }, at) => keys.map((key) => [key, at] as const)));
  const optionIn = slots.map((slot) =>
    Int16Array.from({ length: products }, (_, product) => {
      const name = nameIn(slot, product);
      return name === undefined ? -1 : (numbers.get(attributeKey(name)) ?? -1);
    }),
  );
  const isFree = ({ name, value }: Slot, product: number): boolean => {
    const text = name.texts[name.cell[product]];
    const held = value.texts[value.cell[product]];
    return text === undefined ? held === undefined : isNoOption(text, held);
  };
  const free = Uint16Array.from({ length: products }, (_, product) => {
    const first = slots.findIndex((slot) => isFree(slot, product));
    return first < 0 ? slots.length - 1 : first;
  });
  return { optionIn, free };
}

/** The column of one option. */
function columnOf(
  { keys, label }: Option,
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
    ...(keys.length > 1 && { keys }),
  };
  return {
    name: taken.has(attributeKey(label)) ? `${label} (${writtenIn.usual})` : label,
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
