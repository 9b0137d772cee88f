import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import type { MixtureSnapshot } from '../mixture/mixture-snapshot.ts';
import type { Factor } from '../types.ts';
import type { Grid, Phrase } from './phrases.ts';

/** Products read, and phrases explained, between two yields. Set by hand. */
const PRODUCTS_PER_STEP = 2_048;
const PHRASES_PER_STEP = 100;

/** The phrases of a column, indexed by cell. */
interface PhrasesByCell {
  readonly column: Column;
  /** Per cell the phrases of its values alone: `alone[first[cell] .. first[cell + 1]]`. */
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /** Per position of the grid the phrase of this combination; -1 without one. */
  readonly grid: Grid | undefined;
  readonly combined: Int32Array;
}

/**
 * Sums of the experts' scores over the products of each phrase, and per dense expert the product with the highest
 * score.
 */
class PhraseSums {
  readonly sum: Float64Array;
  readonly highest: Float64Array;
  readonly best: Int32Array;
  readonly sparseSum: Float64Array;
  readonly #snapshot: MixtureSnapshot;
  readonly #denseScores: Float64Array;
  readonly #row: Int32Array;
  #from = 0;

  constructor(snapshot: MixtureSnapshot, phrases: number) {
    const { dense: denseExperts, sparseCount } = snapshot;
    this.#snapshot = snapshot;
    this.sum = new Float64Array(phrases * denseExperts.length);
    this.highest = new Float64Array(phrases * denseExperts.length);
    this.best = new Int32Array(phrases * denseExperts.length);
    this.sparseSum = new Float64Array(phrases * sparseCount);
    this.#denseScores = new Float64Array(PRODUCTS_PER_STEP * denseExperts.length);
    this.#row = new Int32Array(PRODUCTS_PER_STEP);
  }

  /** Loads the scores of the products `from` .. `to` − 1. */
  load(from: number, to: number): void {
    this.#from = from;
    this.#snapshot.read(from, to, this.#denseScores, this.#row);
  }

  /** Adds the scores of a product to a phrase. */
  add(phrase: number, product: number): void {
    const { dense: denseExperts, sparseCount, sparseScores } = this.#snapshot;
    const { sum, highest, best, sparseSum } = this;
    const denseScores = this.#denseScores;
    const i = product - this.#from;
    for (let j = 0, at = phrase * denseExperts.length; j < denseExperts.length; j++, at++) {
      const score = denseScores[i * denseExperts.length + j];
      sum[at] = sum[at] + score;
      if (score > highest[at]) {
        highest[at] = score;
        best[at] = product;
      }
    }
    const row = this.#row[i];
    if (row < 0) return;
    for (let s = 0, at = phrase * sparseCount; s < sparseCount; s++, at++) {
      sparseSum[at] = sparseSum[at] + sparseScores[row + s];
    }
  }
}

/**
 * The breakdown of each phrase: per expert the sum of its scores over the phrase's products, with its signal for the
 * highest-scored one. Every product is read once, in catalogue order, independent of the number of phrases. Yields
 * every few milliseconds.
 *
 * @param share share of all suggestions' scores that phrases get
 * @param narrowing per phrase the bits by which it narrows the catalogue, over the summed worth of all phrases
 */
export function* phraseFactors(
  index: CatalogueIndex,
  snapshot: MixtureSnapshot,
  phrases: readonly Phrase[],
  share: number,
  narrowing: readonly number[],
): Generator<void, readonly Factor[][]> {
  const sums = new PhraseSums(snapshot, phrases.length);
  const columns: PhrasesByCell[] = [];
  for (const column of new Set(phrases.map((phrase) => phrase.column))) {
    columns.push(phrasesByCell(column, phrases));
    yield;
  }
  const { category, size } = index;
  for (let from = 0; columns.length > 0 && from < size; from += PRODUCTS_PER_STEP) {
    const to = Math.min(size, from + PRODUCTS_PER_STEP);
    sums.load(from, to);
    for (const { column, first, alone, grid, combined } of columns) {
      for (let product = from; product < to; product++) {
        const cell = column.cell[product];
        if (cell < 0) continue;
        for (let k = first[cell]; k < first[cell + 1]; k++) sums.add(alone[k], product);
        const value = grid === undefined ? -1 : grid.valueOf[cell];
        if (value < 0) continue;
        const categoryCell = category!.cell[product];
        const position = categoryCell < 0 ? -1 : grid!.categoryOf[categoryCell];
        const phrase = position < 0 ? -1 : combined[position * grid!.values.length + value];
        if (phrase >= 0) sums.add(phrase, product);
      }
    }
    yield;
  }
  const factors: Factor[][] = [];
  for (let phrase = 0; phrase < phrases.length; phrase++) {
    factors.push(factorsOf(snapshot, sums, phrase, share, narrowing[phrase]));
    if (phrase % PHRASES_PER_STEP === PHRASES_PER_STEP - 1) yield;
  }
  return factors;
}

function phrasesByCell(column: Column, phrases: readonly Phrase[]): PhrasesByCell {
  const { labels, cellStart, cellValues } = column;
  const phraseOfValue = new Int32Array(labels.length).fill(-1);
  const grid = phrases.find((phrase) => phrase.column === column && phrase.grid !== undefined)?.grid;
  const combined = new Int32Array(grid === undefined ? 0 : grid.values.length * grid.categories.length).fill(
    -1,
  );
  phrases.forEach((phrase, at) => {
    if (phrase.column !== column) return;
    if (phrase.at === undefined) phraseOfValue[phrase.value] = at;
    else combined[phrase.at] = at;
  });
  const first = new Int32Array(cellStart.length);
  const alone: number[] = [];
  for (let cell = 0; cell + 1 < cellStart.length; cell++) {
    const begin = alone.length;
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      const at = phraseOfValue[cellValues[k]];
      // A cell that repeats a value counts once.
      if (at >= 0 && !alone.includes(at, begin)) alone.push(at);
    }
    first[cell + 1] = alone.length;
  }
  return { column, first, alone: Int32Array.from(alone), grid, combined };
}

/** The factors of a phrase, in registry order. */
function factorsOf(
  { experts, dense: denseExperts, sparseCount }: MixtureSnapshot,
  sums: PhraseSums,
  phrase: number,
  share: number,
  narrowing: number,
): Factor[] {
  const factors: Factor[] = [];
  for (const { factor, weight: expertWeight, signal, kept, place } of experts) {
    const at = phrase * denseExperts.length + place;
    const weight = share * expertWeight;
    const sum = kept === undefined ? sums.sparseSum[phrase * sparseCount + place] : sums.sum[at];
    const value = narrowing * sum;
    const contribution = weight * value;
    if (contribution === 0) continue;
    factors.push({ factor, signal: signal(sums.best[at]), weight, value, contribution });
  }
  return factors;
}
