import { plainText } from '../texts/plain-text.ts';
import type { Attribute } from '../types.ts';
import { type CategoryColumn, categoryColumns, columnsByValue } from './category-columns.ts';
import { shelfByColumns } from './shelf-by-columns.ts';
import { ShelfReader } from './shelf-reader.ts';
import {
  deepest,
  NO_SHELF,
  oneOf,
  type Reading,
  type RootCounts,
  rootCounts,
  rootOf,
} from './shelf-readings.ts';
import { isWithin, lineOf } from './shelves.ts';

/** What tells the shelf of a product. */
export const TELLING = ['category', 'title', 'columns'] as const;
export type Telling = (typeof TELLING)[number];

export interface RecognisedShelves {
  /** Per product the place of its shelf in `SHELVES`; -1 where nothing tells it. */
  readonly shelfOf: Int16Array;
  /** Per product what tells it, as a place in `TELLING`. */
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

/** Per product what something says of its shelf. */
type SaidOf = (product: number) => Reading;

/**
 * The shelf of each product, from the columns of categories, the title, and, where neither tells, the columns that the
 * file has.
 *
 * @param titles the column of titles, where there is one; else the ids may be titles
 */
export function recognisedShelves({ ids, attributes }: Shop, titles?: Attribute): RecognisedShelves {
  const columns = categoryColumns(attributes);
  const reader = new ShelfReader(
    [...columns.map(({ attribute }) => labelsOf(attribute)), titles === undefined ? ids : labelsOf(titles)],
    attributes.map(({ name }) => name),
  );
  const naming = columns.filter(({ names }) => names);
  const byColumn = (naming.length > 0 ? naming : columnsByValue(attributes, reader)).map((column) =>
    readingsOf(column, reader),
  );
  const titled = ifTelling(
    titles === undefined ? idsRead(ids, reader) : titlesRead(titles, reader),
    ids.length,
  );
  const read = settled(ids.length, byColumn, titled);
  const { shelfOf, toldBy } = read;
  poolByCategory(columns, shelfOf, toldBy);
  const told = shelfByColumns(attributes, shelfOf);
  if (told !== undefined) {
    for (let product = 0; product < shelfOf.length; product++) {
      if (shelfOf[product] !== UNKNOWN) continue;
      shelfOf[product] = told;
      toldBy[product] = TELLING.indexOf('columns');
    }
  }
  return read;
}

const labelsOf = ({ values }: Attribute): readonly string[] => values.map(({ label }) => label);

function titlesRead({ cell, cells, values }: Attribute, reader: ShelfReader): SaidOf {
  const said: (Reading | undefined)[] = [];
  return (product) => {
    const own = cell[product];
    if (own < 0) return NO_SHELF;
    said[own] ??= reader.inText(plainText(values[cells[own][0]].label));
    return said[own];
  };
}

const idsRead =
  (ids: readonly string[], reader: ShelfReader): SaidOf =>
  (product) =>
    ids[product].includes(' ') ? reader.inText(ids[product]) : NO_SHELF;

/** Titles, where they say what things are: those of books and models name them, and say a thing by chance. */
function ifTelling(titled: SaidOf, products: number): SaidOf {
  let told = 0;
  for (let product = 0; product < products; product++) if (titled(product).length > 0) told++;
  return told >= MIN_TELLING_TITLES * products ? titled : () => NO_SHELF;
}

/** Per product what a column of categories says, and whether the last level of a path says it. */
interface Categorised {
  readonly said: SaidOf;
  isWhole(product: number): boolean;
}

function readingsOf({ attribute, isTaxonomy }: CategoryColumn, reader: ShelfReader): Categorised {
  const { cell, cells } = attribute;
  const ofValue = reader.inLabels(labelsOf(attribute), isTaxonomy);
  const ofCell = cells.map((held) => deepest(held.map((value) => ofValue[value].shelves)));
  const isWhole = cells.map((held) => held.some((value) => ofValue[value].isWhole));
  return {
    said: (product) => (cell[product] < 0 ? NO_SHELF : ofCell[cell[product]]),
    isWhole: (product) => cell[product] >= 0 && isWhole[cell[product]],
  };
}

/**
 * The shelf that the first column of categories tells of each product, or a part of it that others or the title tell; and
 * that of the title where no category tells one, or tells only what stands above it.
 */
function settled(products: number, byColumn: readonly Categorised[], titled: SaidOf): RecognisedShelves {
  const shelfOf = new Int16Array(products).fill(UNKNOWN);
  const toldBy = new Uint8Array(products);
  const roots = rootsOf(products, [...byColumn.map(({ said }) => said), titled]);
  for (let product = 0; product < products; product++) {
    let shelf: number | undefined;
    let isWhole = false;
    for (const column of byColumn) {
      const said = oneOf(column.said(product), roots);
      if (said === undefined || (shelf !== undefined && !isWithin(said, shelf))) continue;
      shelf = said;
      isWhole = column.isWhole(product);
    }
    const title = oneOf(titled(product), roots);
    const within = shelf === undefined || isWhole ? shelf : rootOf(shelf);
    if (title !== undefined && title !== shelf && (within === undefined || isWithin(title, within))) {
      shelf = title;
      toldBy[product] = TELLING.indexOf('title');
    }
    if (shelf !== undefined) shelfOf[product] = shelf;
  }
  return { shelfOf, toldBy };
}

function rootsOf(products: number, readings: readonly SaidOf[]): RootCounts {
  function* all() {
    for (const said of readings) for (let product = 0; product < products; product++) yield said(product);
  }
  return rootCounts(all());
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
      toldBy[product] = TELLING.indexOf('category');
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
