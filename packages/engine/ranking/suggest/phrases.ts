import { firstBy } from '../../primitives/bounded-heap.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type ColumnPhrases, columnPhrasesOf } from './column-phrases.ts';
import { combinationsOf } from './phrase-combinations.ts';
import { continues, type Typed, typedWordsIn } from './typed-prefix.ts';

/** Values of a column that are combined with a category. */
const MOST_VALUES = 24;
const MOST_CATEGORIES = 8;
/** Products, and values, that are looked at in one step. */
const PRODUCTS_AT_ONCE = 16_384;
const VALUES_AT_ONCE = 1_024;

/** Some values of a column beside some of the category column. */
export interface Grid {
  readonly values: readonly number[];
  readonly categories: readonly number[];
  /** Per cell of the column, and of the category column, the place of its first value among these; -1 without one. */
  readonly valueOf: Int32Array;
  readonly categoryOf: Int32Array;
}

/** A phrase of the catalogue that may be suggested: a value, or a value of a category. */
export interface Phrase {
  readonly query: string;
  readonly folded: string;
  /** How likely the session is to go on to one of its products. */
  readonly mass: number;
  /** `mass` times the bits by which the phrase narrows the catalogue. */
  readonly worth: number;
  readonly column: Column;
  /** The value that its products have. */
  readonly value: number;
  /** Of a combination, and its place there: shelf by shelf. */
  readonly grid?: Grid;
  readonly at?: number;
}

/** Adds a phrase, if it goes on from what is typed and is worth anything. */
type Add = (phrase: Omit<Phrase, 'worth'>, products: number) => void;

/** A column as a session sees it. */
interface ScoredColumn {
  readonly column: Column;
  readonly phrases: ColumnPhrases;
  /** Per value how likely its products are. */
  readonly mass: Float64Array;
  /** Per value the number of typed words that it goes on from; nothing where nothing is typed. */
  readonly typedWords: Int32Array | undefined;
}

/**
 * What the catalogue lets a shopper ask for, and what each is worth: the probability that the session goes on to such
 * a product, times the bits by which saying so narrows the catalogue. By probability alone the broadest words would
 * win, of which nobody learns anything ("black"). Values other than categories and brands are said of a category
 * ("black headphones"), alone only where no category goes with them. Made in steps of some milliseconds at most.
 */
export function* phrasesOf(
  index: CatalogueIndex,
  score: Float64Array,
  typed: Typed,
): Generator<void, Phrase[]> {
  const bits = (products: number): number => (products === 0 ? 0 : Math.log2(index.size / products));
  const phrases: Phrase[] = [];
  const add: Add = (phrase, products) => {
    const worth = phrase.mass * bits(products);
    if (worth > 0) phrases.push({ ...phrase, worth });
  };
  const { category, brand } = index;
  const seen: ScoredColumn[] = [];
  for (const column of index.columns) {
    const sayings = yield* columnPhrasesOf(column);
    seen.push({
      column,
      phrases: sayings,
      mass: yield* massOf(column, sayings.single, score),
      typedWords: typed.words === 0 ? undefined : yield* typedWordsByValue(sayings, typed),
    });
  }
  const ofCategory = seen.find(({ column }) => column === category);
  // The only category, of all products, need not be said.
  const shelves =
    ofCategory === undefined ||
    (ofCategory.column.labels.length === 1 && ofCategory.phrases.products[0] === index.size)
      ? undefined
      : yield* categoriesOf(ofCategory);
  for (const one of seen) {
    const { column, phrases: sayings, mass } = one;
    const combined =
      column === category || shelves === undefined
        ? undefined
        : yield* combine(one, shelves, score, typed, column === brand, add);
    const alone = column === category || column === brand;
    for (let k = 0; k < sayings.values.length; k++) {
      if (k % VALUES_AT_ONCE === VALUES_AT_ONCE - 1) yield;
      const value = sayings.values[k];
      if (!alone && combined?.has(value)) continue;
      if (one.typedWords !== undefined && one.typedWords[value] !== typed.words) continue;
      add(
        {
          query: column.labels[value],
          folded: sayings.folded[value],
          mass: mass[value],
          column,
          value,
        },
        sayings.products[value],
      );
    }
    yield;
  }
  return phrases;
}

/** The categories that are said with values of other columns, and the products that have one. */
interface Categories {
  readonly column: Column;
  readonly values: readonly number[];
  /** Per cell of the column. */
  readonly categoryOf: Int32Array;
  /** The products, ascending, and the place of the category of each. */
  readonly products: Int32Array;
  readonly categories: Int32Array;
}

function* categoriesOf(seen: ScoredColumn): Generator<void, Categories> {
  const { column } = seen;
  const values = choose(seen, MOST_CATEGORIES);
  const shelfOf = places(column, values);
  const { cell } = column;
  const products = new Int32Array(cell.length);
  const shelf = new Int32Array(cell.length);
  let count = 0;
  for (let from = 0; from < cell.length; from += PRODUCTS_AT_ONCE) {
    const to = Math.min(cell.length, from + PRODUCTS_AT_ONCE);
    for (let product = from; product < to; product++) {
      const at = cell[product] < 0 ? -1 : shelfOf[cell[product]];
      if (at < 0) continue;
      products[count] = product;
      shelf[count++] = at;
    }
    yield;
  }
  return {
    column,
    values,
    categoryOf: shelfOf,
    products: products.subarray(0, count),
    categories: shelf.subarray(0, count),
  };
}

/** Adds the likeliest values of a column with each of the categories, and answers which were added with some. */
function* combine(
  one: ScoredColumn,
  shelves: Categories,
  score: Float64Array,
  typed: Typed,
  isBrand: boolean,
  add: Add,
): Generator<void, ReadonlySet<number>> {
  const { column, phrases: sayings } = one;
  const values = choose(one, MOST_VALUES);
  const grid: Grid = {
    values,
    categories: shelves.values,
    valueOf: places(column, values),
    categoryOf: shelves.categoryOf,
  };
  const masses = new Float64Array(shelves.values.length * values.length);
  const products = new Float64Array(masses.length);
  for (let from = 0; from < shelves.products.length; from += PRODUCTS_AT_ONCE) {
    const to = Math.min(shelves.products.length, from + PRODUCTS_AT_ONCE);
    for (let k = from; k < to; k++) {
      const product = shelves.products[k];
      const cell = column.cell[product];
      const value = cell < 0 ? -1 : grid.valueOf[cell];
      if (value < 0) continue;
      const at = shelves.categories[k] * values.length + value;
      masses[at] = masses[at] + score[product];
      products[at] = products[at] + 1;
    }
    yield;
  }
  const combined = new Set<number>();
  const texts = combinationsOf(column, shelves.column);
  for (let a = 0; a < shelves.values.length; a++) {
    for (let b = 0; b < values.length; b++) {
      const at = a * values.length + b;
      const value = values[b];
      if (products[at] === 0) continue;
      const text = texts.get(value, shelves.values[a]);
      if (text === undefined) continue;
      // A brand of one category is said by its name.
      if (isBrand && products[at] === sayings.products[value]) continue;
      combined.add(value);
      if (!continues(text, typed)) continue;
      const { query, folded } = text;
      add({ query, folded, mass: masses[at], column, value, grid, at }, products[at]);
    }
    yield;
  }
  return combined;
}

/** The values to combine: those that go on from what is typed, then the likeliest. */
function choose(
  { phrases: sayings, mass, typedWords: begun }: ScoredColumn,
  count: number,
): readonly number[] {
  return firstBy(
    sayings.values.filter((value) => mass[value] > 0),
    count,
    (a, b) => (begun === undefined ? 0 : begun[b] - begun[a]) || mass[b] - mass[a] || a - b,
  );
}

/** Per value how likely its products are. */
function* massOf(column: Column, single: boolean, score: Float64Array): Generator<void, Float64Array> {
  const { cell, cellStart, cellValues } = column;
  const mass = new Float64Array(column.labels.length);
  for (let from = 0; from < score.length; from += PRODUCTS_AT_ONCE) {
    const to = Math.min(score.length, from + PRODUCTS_AT_ONCE);
    if (single) {
      for (let product = from; product < to; product++) {
        const at = cell[product];
        if (at < 0) continue;
        const value = cellValues[at];
        mass[value] = mass[value] + score[product];
      }
    } else {
      for (let product = from; product < to; product++) {
        const at = cell[product];
        if (at < 0) continue;
        for (let k = cellStart[at]; k < cellStart[at + 1]; k++) {
          const value = cellValues[k];
          mass[value] = mass[value] + score[product];
        }
      }
    }
    yield;
  }
  return mass;
}

function* typedWordsByValue(
  { values, folded, initials }: ColumnPhrases,
  typed: Typed,
): Generator<void, Int32Array> {
  const counts = new Int32Array(folded.length);
  for (let k = 0; k < values.length; k++) {
    if (k % VALUES_AT_ONCE === VALUES_AT_ONCE - 1) yield;
    const value = values[k];
    counts[value] = typedWordsIn(folded[value], initials[value], typed);
  }
  return counts;
}

/** Per cell the place of its first chosen value, -1 without one. */
function places({ labels, cellStart, cellValues }: Column, chosen: readonly number[]): Int32Array {
  const place = new Int32Array(labels.length).fill(-1);
  chosen.forEach((value, k) => {
    place[value] = k;
  });
  const ofCell = new Int32Array(cellStart.length - 1).fill(-1);
  for (let cell = 0; cell < ofCell.length; cell++) {
    for (let k = cellStart[cell]; k < cellStart[cell + 1] && ofCell[cell] < 0; k++) {
      ofCell[cell] = place[cellValues[k]];
    }
  }
  return ofCell;
}
