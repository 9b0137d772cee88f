import { plainText } from '../texts/plain-text.ts';
import type { Attribute } from '../types.ts';
import { deepest, NO_SHELF, oneOf, type Reading, rootCounts, rootOf } from './ambiguous-shelves.ts';
import { type CategoryColumn, categoryColumns, columnsByValue } from './category-columns.ts';
import { shelfByColumns } from './shelf-by-columns.ts';
import { ShelfReader } from './shelf-reader.ts';
import { commonShelf, isWithin, lineOf } from './shelves.ts';

/** What tells the shelf of a product. */
export const TELLERS = ['category', 'title', 'owner', 'columns'] as const;
export type Teller = (typeof TELLERS)[number];

export interface RecognisedShelves {
  /** Per product the place of its shelf in `SHELVES`; -1 where nothing tells it. */
  readonly shelfOf: Int16Array;
  /** Per product what tells it, as a place in `TELLERS`. */
  readonly toldBy: Uint8Array;
}

/** The products of a catalogue, and what may tell their shelves. */
export interface Shop {
  readonly ids: readonly string[];
  readonly attributes: readonly Attribute[];
}

/** Share of the titles that must name a shelf, so that they are no names of models or of works. Set by hand. */
const MIN_TELLING_TITLES = 0.25;
/** Of the products of a category that its name does not tell, the share that must stand on one shelf. Set by hand. */
const POOLED_SHARE = 0.5;
const MIN_POOLED = 3;

const UNKNOWN = -1;

/** What a column of categories or titles says of the shelves of products. */
interface Telling {
  /** Per product its cell; -1 without one. */
  readonly cell: ArrayLike<number>;
  /** Per distinct cell. */
  readonly readings: readonly Reading[];
  /** Per distinct cell whether the last level of a path says it. */
  readonly isWhole: readonly boolean[];
}

/**
 * The shelf of each product, from the columns of categories, the title, and, where neither tells, what the owner calls the
 * shelf, or the columns that the file has.
 *
 * @param titles the column of titles, where there is one; else the ids may be titles
 * @param owned what the owner calls the shelf
 */
export function recognisedShelves(
  { ids, attributes }: Shop,
  titles?: Attribute,
  owned = '',
): RecognisedShelves {
  const columns = categoryColumns(attributes);
  const reader = new ShelfReader(
    [...columns.map(({ attribute }) => labelsOf(attribute)), titles === undefined ? ids : labelsOf(titles)],
    attributes.map(({ name }) => name),
  );
  const naming = columns.filter(({ names }) => names);
  const byColumn = (naming.length > 0 ? naming : columnsByValue(attributes, reader)).map((column) =>
    readCategories(column, reader),
  );
  const titled = ifTelling(titles === undefined ? readIds(ids, reader) : readTitles(titles, reader));
  const read = settled(ids.length, byColumn, titled);
  const { shelfOf, toldBy } = read;
  poolByCategory(columns, shelfOf, toldBy);
  const [ofOwner] = new ShelfReader([[owned]]).inLabels([owned], false);
  fillUnknown(read, commonShelf(ofOwner.shelves), 'owner');
  fillUnknown(read, shelfByColumns(attributes, shelfOf), 'columns');
  return read;
}

/** Puts the products of which nothing tells the shelf on one. */
function fillUnknown({ shelfOf, toldBy }: RecognisedShelves, shelf: number | undefined, by: Teller): void {
  if (shelf === undefined) return;
  for (let product = 0; product < shelfOf.length; product++) {
    if (shelfOf[product] !== UNKNOWN) continue;
    shelfOf[product] = shelf;
    toldBy[product] = TELLERS.indexOf(by);
  }
}

const labelsOf = ({ values }: Attribute): readonly string[] => values.map(({ label }) => label);

function readTitles({ cell, cells, values }: Attribute, reader: ShelfReader): Telling {
  const readings = cells.map(([first]) => reader.inText(plainText(values[first].label)));
  return { cell, readings, isWhole: [] };
}

/** Ids of several words are titles. */
function readIds(ids: readonly string[], reader: ShelfReader): Telling {
  const readings = ids.map((id) => (id.includes(' ') ? reader.inText(id) : NO_SHELF));
  return { cell: Int32Array.from(ids.keys()), readings, isWhole: [] };
}

/** Titles, where they say what things are: those of books and models name them, and say a thing by chance. */
function ifTelling(titled: Telling): Telling | undefined {
  const { cell, readings } = titled;
  let told = 0;
  for (let product = 0; product < cell.length; product++)
    if (cell[product] >= 0 && readings[cell[product]].length > 0) told++;
  return told >= MIN_TELLING_TITLES * cell.length ? titled : undefined;
}

function readCategories({ attribute, isTaxonomy }: CategoryColumn, reader: ShelfReader): Telling {
  const { cell, cells } = attribute;
  const ofValue = reader.inLabels(labelsOf(attribute), isTaxonomy);
  return {
    cell,
    readings: cells.map((held) => deepest(held.map((value) => ofValue[value].shelves))),
    isWhole: cells.map((held) => held.some((value) => ofValue[value].isWhole)),
  };
}

/**
 * The shelf that the first column of categories tells of each product, or a part of it that others or the title tell; and
 * that of the title where no category tells one, or tells only what stands above it.
 */
function settled(
  products: number,
  categories: readonly Telling[],
  titled: Telling | undefined,
): RecognisedShelves {
  const shelfOf = new Int16Array(products).fill(UNKNOWN);
  const toldBy = new Uint8Array(products);
  const roots = rootCounts([...categories, ...(titled === undefined ? [] : [titled])]);
  const saidBy = ({ readings }: Telling) =>
    Int16Array.from(readings, (said) => oneOf(said, roots) ?? UNKNOWN);
  const said = categories.map(saidBy);
  const ofTitle = titled === undefined ? undefined : saidBy(titled);
  for (let product = 0; product < products; product++) {
    let shelf = UNKNOWN;
    let isWhole = false;
    for (let column = 0; column < said.length; column++) {
      const own = categories[column].cell[product];
      const next = own < 0 ? UNKNOWN : said[column][own];
      if (next === UNKNOWN || (shelf !== UNKNOWN && !isWithin(next, shelf))) continue;
      shelf = next;
      isWhole = categories[column].isWhole[own];
    }
    const own = titled === undefined ? -1 : titled.cell[product];
    const title = own < 0 ? UNKNOWN : ofTitle![own];
    if (title !== UNKNOWN && title !== shelf && mayTell(title, shelf, isWhole)) {
      shelf = title;
      toldBy[product] = TELLERS.indexOf('title');
    }
    shelfOf[product] = shelf;
  }
  return { shelfOf, toldBy };
}

/** Whether a title may tell a shelf beside what the category says: a part of it, or of what stands above a level that is known. */
function mayTell(title: number, category: number, isWhole: boolean): boolean {
  return category === UNKNOWN || isWithin(title, isWhole ? category : rootOf(category));
}

/** Products of a category that nothing tells stand where half of the category does. */
function poolByCategory(columns: readonly CategoryColumn[], shelfOf: Int16Array, toldBy: Uint8Array): void {
  for (const {
    attribute: { cell, cells },
  } of columns) {
    const told = cells.map(() => new Map<number, number>());
    const sizes = new Int32Array(cells.length);
    for (let product = 0; product < shelfOf.length; product++) {
      const own = cell[product];
      if (own < 0) continue;
      sizes[own]++;
      const shelf = shelfOf[product];
      if (shelf !== UNKNOWN) told[own].set(shelf, (told[own].get(shelf) ?? 0) + 1);
    }
    const pooled = told.map((counts, own) => pooledShelf(counts, sizes[own]));
    for (let product = 0; product < shelfOf.length; product++) {
      const shelf = cell[product] < 0 ? undefined : pooled[cell[product]];
      if (shelf === undefined || shelfOf[product] !== UNKNOWN) continue;
      shelfOf[product] = shelf;
      toldBy[product] = TELLERS.indexOf('category');
    }
  }
}

/** The deepest shelf on which so many of the products of a category stand; undefined where none is. */
function pooledShelf(counts: ReadonlyMap<number, number>, size: number): number | undefined {
  const within = new Map<number, number>();
  for (const [shelf, count] of counts)
    for (const each of lineOf(shelf)) within.set(each, (within.get(each) ?? 0) + count);
  return [...within]
    .filter(([, count]) => count >= MIN_POOLED && count >= POOLED_SHARE * size)
    .map(([shelf]) => shelf)
    .sort((a, b) => lineOf(b).length - lineOf(a).length || within.get(b)! - within.get(a)! || a - b)[0];
}
