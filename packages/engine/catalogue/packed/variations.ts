import { conceptsOf, wordsOf } from '../columns/header-names.ts';
import { DistinctTexts } from '../csv/distinct-texts.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { RawColumn, Table } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import { type Entry, entriesOf } from './forms/index.ts';
import type { PackStyle } from './forms/pack-style.ts';
import { sampleTexts } from './pack-recognition.ts';

/** A variation in the cell of its product: `sku=SHIRT-S,size=S`. */
const VARIATION: PackStyle = { form: 'delimited', between: ',', behindKey: '=' };
const BETWEEN_VARIATIONS = '|';
/** Of the variations that a column names those that are products of the file, and of their facts those that agree. */
const KNOWN = 0.9;
const AGREEING = 0.9;
/** Of the products with variations those whose value is unique: more are names and texts, which are not handed down. */
const UNIQUE = 0.5;
/** Between the values of a list. */
const PARTS = /[|;,] ?/;
/** Names of a column that holds the id of the product to which a variation belongs, or of the group of both. */
const PARENT =
  /^(?:(?:product|item|variant|variation) )?(?:parent|group|vaterartikel|elternartikel|hauptartikel|padre|genitore|pai)(?: (?:id|sku|code|nr|no|number|product|item))*$/;

/** Which product a variation belongs to, and the facts that a product's variations differ in. */
interface Families {
  readonly parentOf: Int32Array;
  readonly keys: ReadonlySet<string>;
  readonly source: RawColumn;
  /** Whether `source` lists the variations with their facts. */
  readonly isList: boolean;
}

/**
 * Lets products and their variations, where each has a row and an id of its own, know each other's facts: a variation has
 * what its product states for all, and a product the sizes and colours of its variations.
 */
export function withVariations(table: Table): Table {
  let known: ReadonlyMap<string, number> | undefined;
  const places = () => {
    known ??= new Map(table.ids.map((id, product) => [id, product]));
    return known;
  };
  const families = listedFamilies(table, places) ?? namedFamilies(table, places);
  if (families === undefined) return table;
  const { source, isList } = families;
  const columns = table.columns.flatMap((column) => {
    if (column !== source) return [handed(column, families)];
    // What the list says is in the variations' own rows.
    return isList ? [] : [column];
  });
  return { ...table, columns };
}

/** From a column in which products list their variations with their facts, which the variations' own rows confirm. */
function listedFamilies(table: Table, placesOf: () => ReadonlyMap<string, number>): Families | undefined {
  for (const source of table.columns) {
    const sample = sampleTexts(source);
    if (!sample.every((text) => text.includes('=') && variationsOf(text).length > 0) || sample.length === 0)
      continue;
    const places = placesOf();
    const columns = new Map(
      table.columns.map((column) => [attributeKey(column.writtenIn?.key ?? column.name), column]),
    );
    const parentOf = new Int32Array(table.ids.length).fill(-1);
    const keys = new Set<string>();
    let listed = 0;
    let known = 0;
    let compared = 0;
    let agreeing = 0;
    source.cell.forEach((text, parent) => {
      for (const variation of text < 0 ? [] : variationsOf(source.texts[text])) {
        listed++;
        const own = variation.find(({ value }) => places.has(value));
        const child = own === undefined ? -1 : places.get(own.value)!;
        if (child < 0 || child === parent) continue;
        known++;
        parentOf[child] = parent;
        for (const entry of variation) {
          const column = columns.get(attributeKey(entry.key));
          const held = column?.texts[column.cell[child]];
          if (entry === own || held === undefined) continue;
          compared++;
          if (attributeKey(held) !== attributeKey(entry.value)) continue;
          agreeing++;
          keys.add(attributeKey(entry.key));
        }
      }
    });
    if (known > 1 && known >= KNOWN * listed && compared > 1 && agreeing >= AGREEING * compared)
      return { parentOf, keys, source, isList: true };
  }
  return undefined;
}

const variationsOf = (text: string): (readonly Entry[])[] =>
  text.split(ROW_JOINER).flatMap((part) =>
    part.split(BETWEEN_VARIATIONS).flatMap((variation) => {
      const entries = entriesOf(variation, VARIATION);
      return entries === undefined ? [] : [entries];
    }),
  );

/** From a column that names the product of each variation. */
function namedFamilies(table: Table, placesOf: () => ReadonlyMap<string, number>): Families | undefined {
  for (const source of table.columns) {
    if (!PARENT.test(wordsOf(source.name))) continue;
    const places = placesOf();
    const parents = source.texts.map(
      (text) => places.get(text) ?? places.get(text.replace(/^id:\s*/i, '')) ?? -1,
    );
    const parentOf = source.cell.map((text, product) =>
      text < 0 || parents[text] === product ? -1 : parents[text],
    );
    const named = source.cell.reduce((count, text) => count + (text < 0 ? 0 : 1), 0);
    const known = parentOf.reduce((count, parent) => count + (parent < 0 ? 0 : 1), 0);
    if (known > 0 && known >= KNOWN * named)
      return { parentOf, keys: factsOfVariations(table, parentOf), source, isList: false };
  }
  return undefined;
}

/** What columns hold that a product has for itself, whatever its variations have. */
const OWN = [
  'identifier',
  'reference',
  'title',
  'link',
  'image',
  'picture',
  'price',
  'money',
  'availability',
  'quantity',
  'text',
  'operational',
  'feedback',
  'merchandising',
] as const;

/** The facts that stand on the rows of variations, and not on those of their products: sizes, which recur. */
function factsOfVariations(table: Table, parentOf: Int32Array): Set<string> {
  const keys = new Set<string>();
  for (const { name, cell, writtenIn } of table.columns) {
    const concepts = conceptsOf(name);
    if (OWN.some((concept) => concepts.has(concept))) continue;
    const values = new Set<number>();
    let recorded = 0;
    let lacking = 0;
    parentOf.forEach((parent, child) => {
      if (parent < 0 || cell[child] < 0) return;
      values.add(cell[child]);
      recorded++;
      if (cell[parent] < 0) lacking++;
    });
    if (lacking > 0 && values.size <= UNIQUE * recorded) keys.add(attributeKey(writtenIn?.key ?? name));
  }
  return keys;
}

/** The column with the values of variations from their products, and of products from what their variations differ in. */
function handed(column: RawColumn, { parentOf, keys }: Families): RawColumn {
  const texts = new DistinctTexts();
  for (const text of column.texts) texts.number(text);
  const cell = column.cell.slice();
  if (keys.has(attributeKey(column.writtenIn?.key ?? column.name))) {
    const held = new Map<number, Set<string>>();
    parentOf.forEach((parent, child) => {
      const text = column.texts[column.cell[child]];
      if (parent < 0 || column.cell[parent] >= 0 || text === undefined) return;
      const own = held.get(parent) ?? new Set<string>();
      held.set(parent, own);
      for (const part of text.split(ROW_JOINER)) own.add(part);
    });
    for (const [parent, own] of held) cell[parent] = texts.number([...own].sort().join(ROW_JOINER));
  }
  if (isOfProducts(column, parentOf)) {
    parentOf.forEach((parent, child) => {
      if (parent >= 0 && cell[child] < 0 && column.cell[parent] >= 0) cell[child] = column.cell[parent];
    });
  }
  const isChanged = cell.some((text, product) => text !== column.cell[product]);
  return isChanged ? { ...column, cell, texts: texts.finished() } : column;
}

/**
 * Whether a column states facts, which products share: its values, or the parts of its lists, recur. Names and texts do not.
 * What stands in a pack, or as an option, is a fact.
 */
function isOfProducts(column: RawColumn, parentOf: Int32Array): boolean {
  if (column.writtenIn !== undefined) return true;
  const parents = [...new Set(parentOf)].filter((parent) => parent >= 0 && column.cell[parent] >= 0);
  const lists = parents.map((parent) =>
    column.texts[column.cell[parent]].replaceAll(ROW_JOINER, '|').split(PARTS),
  );
  const counts = new Map<string, number>();
  for (const list of lists) for (const part of new Set(list)) counts.set(part, (counts.get(part) ?? 0) + 1);
  const unique = lists.filter((list) => list.every((part) => counts.get(part) === 1)).length;
  return parents.length === 1 || unique <= UNIQUE * parents.length;
}
