import { foldText, wordsOf } from '../session/text.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Column } from './columns.ts';

/** Values of a column that are combined with a category. */
const MOST_VALUES = 24;
const MOST_CATEGORIES = 8;
const LONGEST_LABEL = 40;

/** A phrase of the catalogue that may be suggested: a value, or a value of a category. */
export interface Phrase {
  readonly query: string;
  /** How likely the session is to go on to one of its products. */
  readonly mass: number;
  /** `mass` times the bits by which the phrase narrows the catalogue. */
  readonly worth: number;
  readonly column: Column;
  /** Per cell of the column whether its products have the phrase. */
  readonly holds: (cell: number) => boolean;
  /** Of a combination: per cell of the category column whether its products are of the category. */
  readonly of?: (cell: number) => boolean;
}

/** The words that are typed so far; the last may be the beginning of one. */
export const wordsTyped = (query: string): readonly string[] =>
  wordsOf(foldText(query)).map(({ text }) => text);

/** Whether every typed word begins a word of the phrase. */
export function continues(phrase: string, typed: readonly string[]): boolean {
  return typed.length === 0 || beginnings(phrase, typed).every((begins) => begins);
}

/** Per typed word whether it begins a word of the text. */
function beginnings(text: string, typed: readonly string[]): boolean[] {
  const folded = foldText(text);
  // Finding words takes long, and most texts do not hold what is typed at all.
  if (!typed.some((start) => folded.includes(start))) return typed.map(() => false);
  const words = wordsOf(folded).map((word) => word.text);
  return typed.map((start) => words.some((word) => word.startsWith(start)));
}

/**
 * What the catalogue lets a shopper ask for, and what each is worth: the probability that the session goes on to such
 * a product, times the bits by which saying so narrows the catalogue. By probability alone the broadest words would
 * win, of which nobody learns anything ("black"). Values other than categories and brands are said of a category
 * ("black headphones"), alone only where no category goes with them.
 */
export function phrasesOf(index: CatalogueIndex, score: Float64Array, typed: readonly string[]): Phrase[] {
  const bits = (products: number): number => (products === 0 ? 0 : Math.log2(index.size / products));
  const phrases: Phrase[] = [];
  const add = (phrase: Omit<Phrase, 'worth'>, products: number): void => {
    const worth = phrase.mass * bits(products);
    if (worth > 0 && continues(phrase.query, typed)) phrases.push({ ...phrase, worth });
  };
  const { category } = index;
  const tallies = index.columns.map((column) => tally(column, score));
  const ofCategory = category && tallies[index.columnNumbers.get(category.name)!]!;
  // The only category, of all products, need not be said.
  const shelves =
    ofCategory === undefined || (category!.labels.length === 1 && ofCategory.products[0] === index.size)
      ? undefined
      : choose(category!, ofCategory.mass, MOST_CATEGORIES, typed);
  index.columns.forEach((column, k) => {
    const { mass, products } = tallies[k]!;
    const combined =
      column === category || category === undefined || shelves === undefined
        ? undefined
        : combine(index, { column: category, values: shelves }, column, tallies[k]!, score, typed, add);
    for (const value of sayable(column)) {
      if (column !== category && column !== index.brand && combined?.has(value)) continue;
      const holds = (cell: number): boolean => includes(column, cell, value);
      add({ query: column.labels[value]!, mass: mass[value]!, column, holds }, products[value]!);
    }
  });
  return phrases;
}

interface Shelves {
  readonly column: Column;
  readonly values: readonly number[];
}

/** Adds the likeliest values of a column with each of the categories, and answers which were added with some. */
function combine(
  index: CatalogueIndex,
  shelves: Shelves,
  column: Column,
  { mass, products: ofValue }: Tally,
  score: Float64Array,
  typed: readonly string[],
  add: (phrase: Omit<Phrase, 'worth'>, products: number) => void,
): Set<number> {
  const values = choose(column, mass, MOST_VALUES, typed);
  const shelfOf = places(shelves.column, shelves.values);
  const placeOf = places(column, values);
  const masses = new Float64Array(shelves.values.length * values.length);
  const products = new Float64Array(masses.length);
  for (let product = 0; product < index.size; product++) {
    const shelf = shelves.column.cell[product]! < 0 ? -1 : shelfOf[shelves.column.cell[product]!]!;
    const value = column.cell[product]! < 0 ? -1 : placeOf[column.cell[product]!]!;
    if (shelf < 0 || value < 0) continue;
    masses[shelf * values.length + value]! += score[product]!;
    products[shelf * values.length + value]!++;
  }
  const combined = new Set<number>();
  shelves.values.forEach((shelf, a) => {
    values.forEach((value, b) => {
      const at = a * values.length + b;
      const [what, of] = [column.labels[value]!, shelves.column.labels[shelf]!];
      if (products[at] === 0 || repeats(what, of)) return;
      // A brand of one category is said by its name.
      if (column === index.brand && products[at] === ofValue[value]) return;
      combined.add(value);
      add(
        {
          query: `${what} ${of}`.toLowerCase(),
          mass: masses[at]!,
          column,
          holds: (cell) => placeOf[cell] === b,
          of: (cell) => shelfOf[cell] === a,
        },
        products[at]!,
      );
    });
  });
  return combined;
}

/** Whether one of two texts says all words of the other: "IPA" and "American IPA". */
function repeats(a: string, b: string): boolean {
  const [some, others] = [a, b].map((text) => new Set(foldText(text).split(/[^\p{L}\p{N}]+/u)));
  return some!.isSubsetOf(others!) || others!.isSubsetOf(some!);
}

/** The values to combine: those that go on from what is typed, then the likeliest. */
function choose(column: Column, mass: Float64Array, count: number, typed: readonly string[]): number[] {
  const chosen = sayable(column).filter((value) => mass[value]! > 0);
  const typedOf = new Map(
    typed.length === 0
      ? []
      : chosen.map((value) => [value, beginnings(column.labels[value]!, typed).filter(Boolean).length]),
  );
  return chosen
    .sort((a, b) => (typedOf.get(b) ?? 0) - (typedOf.get(a) ?? 0) || mass[b]! - mass[a]! || a - b)
    .slice(0, count);
}

const sayableOf = new WeakMap<Column, readonly number[]>();

/** Values that can be said: they have letters, and are no sentences. */
function sayable(column: Column): readonly number[] {
  let found = sayableOf.get(column);
  if (found === undefined) {
    const canBeSaid = (label: string): boolean =>
      label.length <= LONGEST_LABEL && /\p{L}{2}/u.test(label) && !/^(true|false|yes|no)$/i.test(label);
    found = column.labels.flatMap((label, value) => (canBeSaid(label) ? [value] : []));
    sayableOf.set(column, found);
  }
  return found;
}

/** Per value how likely its products are, and how many there are. */
interface Tally {
  readonly mass: Float64Array;
  readonly products: Float64Array;
}

function tally(column: Column, score: Float64Array): Tally {
  const mass = new Float64Array(column.labels.length);
  const products = new Float64Array(column.labels.length);
  for (let product = 0; product < score.length; product++) {
    const cell = column.cell[product]!;
    if (cell < 0) continue;
    for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
      mass[column.cellValues[k]!]! += score[product]!;
      products[column.cellValues[k]!]!++;
    }
  }
  return { mass, products };
}

/** Per cell the place of its first chosen value, -1 without one. */
function places(column: Column, chosen: readonly number[]): Int32Array {
  const place = new Map(chosen.map((value, k) => [value, k]));
  return Int32Array.from({ length: column.cellStart.length - 1 }, (_, cell) => {
    for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
      const at = place.get(column.cellValues[k]!);
      if (at !== undefined) return at;
    }
    return -1;
  });
}

function includes(column: Column, cell: number, value: number): boolean {
  for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
    if (column.cellValues[k] === value) return true;
  }
  return false;
}
