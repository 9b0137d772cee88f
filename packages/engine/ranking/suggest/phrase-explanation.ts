import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import type { MixtureSnapshot } from '../mixture/mixture-snapshot.ts';
import type { Factor } from '../types.ts';
import type { Grid, Phrase } from './phrases.ts';

/** Products that are looked at in one step, and phrases that are told. */
const PRODUCTS_AT_ONCE = 2_048;
const PHRASES_AT_ONCE = 100;

/** The phrases of a column, so that those of a product are found by its cell. */
interface PhrasesByCell {
  readonly column: Column;
  /** Per cell the phrases that are values of it: `alone[first[cell] .. first[cell + 1]]`. */
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /** Per place of the grid the phrase that is this combination, -1 without one. */
  readonly grid: Grid | undefined;
  readonly combined: Int32Array;
}

/**
 * What the voices give to the products of each phrase together, and of each judge the product that it gives most to.
 */
class PhraseSums {
  readonly given: Float64Array;
  readonly most: Float64Array;
  readonly best: Int32Array;
  readonly named: Float64Array;
  readonly #spoken: MixtureSnapshot;
  readonly #judged: Float64Array;
  readonly #row: Int32Array;
  #from = 0;

  constructor(spoken: MixtureSnapshot, phrases: number) {
    const { dense: judges, sparseCount: namers } = spoken;
    this.#spoken = spoken;
    this.given = new Float64Array(phrases * judges.length);
    this.most = new Float64Array(phrases * judges.length);
    this.best = new Int32Array(phrases * judges.length);
    this.named = new Float64Array(phrases * namers);
    this.#judged = new Float64Array(PRODUCTS_AT_ONCE * judges.length);
    this.#row = new Int32Array(PRODUCTS_AT_ONCE);
  }

  /** Goes to the products from `from` up to `to`. */
  turnTo(from: number, to: number): void {
    this.#from = from;
    this.#spoken.read(from, to, this.#judged, this.#row);
  }

  /** Counts a product as one of a phrase. */
  add(phrase: number, product: number): void {
    const { dense: judges, sparseCount: namers, sparseScores: says } = this.#spoken;
    const { given, most, best, named } = this;
    const judged = this.#judged;
    const i = product - this.#from;
    for (let j = 0, at = phrase * judges.length; j < judges.length; j++, at++) {
      const opinion = judged[i * judges.length + j];
      given[at] = given[at] + opinion;
      if (opinion > most[at]) {
        most[at] = opinion;
        best[at] = product;
      }
    }
    const row = this.#row[i];
    if (row < 0) return;
    for (let s = 0, at = phrase * namers; s < namers; s++, at++) {
      named[at] = named[at] + says[row + s];
    }
  }
}

/**
 * Which voices speak for each phrase: what each gives to the phrase's products together, with the signal that it has
 * for the best of them. Every product is asked about once, in catalogue order, however many of the phrases it has.
 * Made in steps of some milliseconds at most.
 *
 * @param share what phrases get of the whole
 * @param narrowing of each phrase what saying it narrows, over the mean of what may be said
 */
export function* phraseFactors(
  index: CatalogueIndex,
  spoken: MixtureSnapshot,
  phrases: readonly Phrase[],
  share: number,
  narrowing: readonly number[],
): Generator<void, readonly Factor[][]> {
  const sums = new PhraseSums(spoken, phrases.length);
  const told: PhrasesByCell[] = [];
  for (const column of new Set(phrases.map((phrase) => phrase.column))) {
    told.push(phrasesByCell(column, phrases));
    yield;
  }
  const { category, size } = index;
  for (let from = 0; told.length > 0 && from < size; from += PRODUCTS_AT_ONCE) {
    const to = Math.min(size, from + PRODUCTS_AT_ONCE);
    sums.turnTo(from, to);
    for (const { column, first, alone, grid, combined } of told) {
      for (let product = from; product < to; product++) {
        const cell = column.cell[product];
        if (cell < 0) continue;
        for (let k = first[cell]; k < first[cell + 1]; k++) sums.add(alone[k], product);
        const place = grid === undefined ? -1 : grid.valueOf[cell];
        if (place < 0) continue;
        const shelved = category!.cell[product];
        const shelf = shelved < 0 ? -1 : grid!.categoryOf[shelved];
        const phrase = shelf < 0 ? -1 : combined[shelf * grid!.values.length + place];
        if (phrase >= 0) sums.add(phrase, product);
      }
    }
    yield;
  }
  const factors: Factor[][] = [];
  for (let phrase = 0; phrase < phrases.length; phrase++) {
    factors.push(factorsOf(spoken, sums, phrase, share, narrowing[phrase]));
    if (phrase % PHRASES_AT_ONCE === PHRASES_AT_ONCE - 1) yield;
  }
  return factors;
}

function phrasesByCell(column: Column, phrases: readonly Phrase[]): PhrasesByCell {
  const { labels, cellStart, cellValues } = column;
  const own = new Int32Array(labels.length).fill(-1);
  const grid = phrases.find((phrase) => phrase.column === column && phrase.grid !== undefined)?.grid;
  const combined = new Int32Array(grid === undefined ? 0 : grid.values.length * grid.categories.length).fill(
    -1,
  );
  phrases.forEach((phrase, at) => {
    if (phrase.column !== column) return;
    if (phrase.at === undefined) own[phrase.value] = at;
    else combined[phrase.at] = at;
  });
  const first = new Int32Array(cellStart.length);
  const alone: number[] = [];
  for (let cell = 0; cell + 1 < cellStart.length; cell++) {
    const begin = alone.length;
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      const at = own[cellValues[k]];
      // A product has a value once, however often its cell says so.
      if (at >= 0 && !alone.includes(at, begin)) alone.push(at);
    }
    first[cell + 1] = alone.length;
  }
  return { column, first, alone: Int32Array.from(alone), grid, combined };
}

/** The factors of a phrase, in the order of the voices. */
function factorsOf(
  { experts: speakers, dense: judges, sparseCount: namers }: MixtureSnapshot,
  sums: PhraseSums,
  phrase: number,
  share: number,
  narrows: number,
): Factor[] {
  const factors: Factor[] = [];
  for (const { factor, weight: own, signal, kept, place } of speakers) {
    const judged = phrase * judges.length + place;
    const weight = share * own;
    const given = kept === undefined ? sums.named[phrase * namers + place] : sums.given[judged];
    const value = narrows * given;
    const contribution = weight * value;
    if (contribution === 0) continue;
    factors.push({ factor, signal: signal(sums.best[judged]), weight, value, contribution });
  }
  return factors;
}
