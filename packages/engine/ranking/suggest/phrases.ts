import { firstBy } from '../../primitives/bounded-heap.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type ColumnPhrases, columnPhrasesOf } from './column-phrases.ts';
import { combinationsOf } from './phrase-combinations.ts';
import { continues, type Typed, typedWordsIn } from './typed-prefix.ts';

/** Values of a column, and categories, that are combined. Set by hand. */
const MAX_VALUES = 24;
const MAX_CATEGORIES = 8;
/** Products, and values, read between two yields. Set by hand. */
const PRODUCTS_PER_STEP = 16_384;
const VALUES_PER_STEP = 1_024;

/** The combinations of some values of a column with some categories. */
export interface Grid {
  readonly values: readonly number[];
  readonly categories: readonly number[];
  /**
   * Per cell of the value column, and of the category column, the position of its first value in `values` and
   * `categories`; -1 without one.
   */
  readonly valueOf: Int32Array;
  readonly categoryOf: Int32Array;
}

/** A phrase from the catalogue: a value, or a value combined with a category. */
export interface Phrase {
  readonly query: string;
  readonly folded: string;
  /** Probability that the session's next product is one of the phrase's products. */
  readonly mass: number;
  /** `mass` times the bits of information by which the phrase narrows the catalogue. */
  readonly worth: number;
  readonly column: Column;
  /** The value of `column` that the phrase's products have. */
  readonly value: number;
  /** Only for combinations: the grid, and the position in it: category · number of values + value. */
  readonly grid?: Grid;
  readonly at?: number;
}

/** Adds a phrase where its worth is above 0. */
type Add = (phrase: Omit<Phrase, 'worth'>, products: number) => void;

/** A column with the session's scores. */
interface ScoredColumn {
  readonly column: Column;
  readonly phrases: ColumnPhrases;
  /** Per value the sum of its products' scores. */
  readonly mass: Float64Array;
  /** Per value the number of typed words that start a word of it; `undefined` where nothing is typed. */
  readonly typedWords: Int32Array | undefined;
}

/**
 * The phrases of the catalogue that continue the typed prefix, with their worth: the probability that the session goes
 * on to one of the phrase's products, times the bits by which the phrase narrows the catalogue. By probability alone,
 * the broadest phrases would win, which tell a shopper nothing ("black"). Values of columns other than category and
 * brand are combined with a category ("black headphones"), and stand alone only where they combine with none. Yields
 * every few milliseconds.
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
  const scored: ScoredColumn[] = [];
  for (const column of index.columns) {
    const columnPhrases = yield* columnPhrasesOf(column);
    scored.push({
      column,
      phrases: columnPhrases,
      mass: yield* massOf(column, columnPhrases.single, score),
      typedWords: typed.words === 0 ? undefined : yield* typedWordsByValue(columnPhrases, typed),
    });
  }
  const ofCategory = scored.find(({ column }) => column === category);
  // A single category of all products narrows nothing, so values are not combined with it.
  const categories =
    ofCategory === undefined ||
    (ofCategory.column.labels.length === 1 && ofCategory.phrases.products[0] === index.size)
      ? undefined
      : yield* categoriesOf(ofCategory);
  for (const scoredColumn of scored) {
    const { column, phrases: columnPhrases, mass } = scoredColumn;
    const combined =
      column === category || categories === undefined
        ? undefined
        : yield* combine(scoredColumn, categories, score, typed, column === brand, add);
    const alone = column === category || column === brand;
    for (let k = 0; k < columnPhrases.values.length; k++) {
      if (k % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
      const value = columnPhrases.values[k];
      if (!alone && combined?.has(value)) continue;
      if (scoredColumn.typedWords !== undefined && scoredColumn.typedWords[value] !== typed.words) continue;
      add(
        {
          query: column.labels[value],
          folded: columnPhrases.folded[value],
          mass: mass[value],
          column,
          value,
        },
        columnPhrases.products[value],
      );
    }
    yield;
  }
  return phrases;
}

/** The categories that values are combined with, and their products. */
interface Categories {
  readonly column: Column;
  readonly values: readonly number[];
  /** Per cell of the category column the position of its category in `values`, -1 without one. */
  readonly categoryOf: Int32Array;
  /** The products of the categories, ascending, and the position of each product's category in `values`. */
  readonly products: Int32Array;
  readonly categories: Int32Array;
}

function* categoriesOf(scored: ScoredColumn): Generator<void, Categories> {
  const { column } = scored;
  const values = choose(scored, MAX_CATEGORIES);
  const categoryOf = positionsByCell(column, values);
  const { cell } = column;
  const products = new Int32Array(cell.length);
  const productCategory = new Int32Array(cell.length);
  let count = 0;
  for (let from = 0; from < cell.length; from += PRODUCTS_PER_STEP) {
    const to = Math.min(cell.length, from + PRODUCTS_PER_STEP);
    for (let product = from; product < to; product++) {
      const at = cell[product] < 0 ? -1 : categoryOf[cell[product]];
      if (at < 0) continue;
      products[count] = product;
      productCategory[count++] = at;
    }
    yield;
  }
  return {
    column,
    values,
    categoryOf,
    products: products.subarray(0, count),
    categories: productCategory.subarray(0, count),
  };
}

/**
 * Adds the combinations of the likeliest values of a column with each category, and returns the values that were
 * combined.
 */
function* combine(
  scoredColumn: ScoredColumn,
  categories: Categories,
  score: Float64Array,
  typed: Typed,
  isBrand: boolean,
  add: Add,
): Generator<void, ReadonlySet<number>> {
  const { column, phrases: columnPhrases } = scoredColumn;
  const values = choose(scoredColumn, MAX_VALUES);
  const grid: Grid = {
    values,
    categories: categories.values,
    valueOf: positionsByCell(column, values),
    categoryOf: categories.categoryOf,
  };
  const masses = new Float64Array(categories.values.length * values.length);
  const products = new Float64Array(masses.length);
  for (let from = 0; from < categories.products.length; from += PRODUCTS_PER_STEP) {
    const to = Math.min(categories.products.length, from + PRODUCTS_PER_STEP);
    for (let k = from; k < to; k++) {
      const product = categories.products[k];
      const cell = column.cell[product];
      const value = cell < 0 ? -1 : grid.valueOf[cell];
      if (value < 0) continue;
      const at = categories.categories[k] * values.length + value;
      masses[at] = masses[at] + score[product];
      products[at] = products[at] + 1;
    }
    yield;
  }
  const combined = new Set<number>();
  const combinations = combinationsOf(column, categories.column);
  for (let a = 0; a < categories.values.length; a++) {
    for (let b = 0; b < values.length; b++) {
      const at = a * values.length + b;
      const value = values[b];
      if (products[at] === 0) continue;
      const combination = combinations.get(value, categories.values[a]);
      if (combination === undefined) continue;
      // A brand whose products are all in this category is suggested by its name alone.
      if (isBrand && products[at] === columnPhrases.products[value]) continue;
      combined.add(value);
      if (!continues(combination, typed)) continue;
      const { query, folded } = combination;
      add({ query, folded, mass: masses[at], column, value, grid, at }, products[at]);
    }
    yield;
  }
  return combined;
}

/** The values to combine: those that continue most typed words first, then the likeliest. */
function choose(
  { phrases: columnPhrases, mass, typedWords }: ScoredColumn,
  count: number,
): readonly number[] {
  return firstBy(
    columnPhrases.values.filter((value) => mass[value] > 0),
    count,
    (a, b) => (typedWords === undefined ? 0 : typedWords[b] - typedWords[a]) || mass[b] - mass[a] || a - b,
  );
}

/** Per value the sum of its products' scores. */
function* massOf(column: Column, single: boolean, score: Float64Array): Generator<void, Float64Array> {
  const { cell, cellStart, cellValues } = column;
  const mass = new Float64Array(column.labels.length);
  for (let from = 0; from < score.length; from += PRODUCTS_PER_STEP) {
    const to = Math.min(score.length, from + PRODUCTS_PER_STEP);
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
    if (k % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    const value = values[k];
    counts[value] = typedWordsIn(folded[value], initials[value], typed);
  }
  return counts;
}

/** Per cell the position of its first chosen value; -1 without one. */
function positionsByCell({ labels, cellStart, cellValues }: Column, chosen: readonly number[]): Int32Array {
  const position = new Int32Array(labels.length).fill(-1);
  chosen.forEach((value, k) => {
    position[value] = k;
  });
  const ofCell = new Int32Array(cellStart.length - 1).fill(-1);
  for (let cell = 0; cell < ofCell.length; cell++) {
    for (let k = cellStart[cell]; k < cellStart[cell + 1] && ofCell[cell] < 0; k++) {
      ofCell[cell] = position[cellValues[k]];
    }
  }
  return ofCell;
}
