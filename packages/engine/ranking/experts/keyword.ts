import { withoutTerm } from '../../session/text/keywords.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { filtersIn } from '../intent/column-preference.ts';
import { pricePreferenceOf } from '../intent/price-preference.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { SparseScores } from '../mixture/sparse-scores.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { type DenseScores, type ExpertGroup, SILENT } from './expert.ts';

/** Strength of the search at which half of the weight is the expert's own. Set by hand. */
const DOUBT = 0.25;
/** A match that violates a requested price or value still counts this much: more than no match that meets it. */
const LEAST_HELD = 0.1;
/** How far a match holds, by product. */
type Held = (product: number) => number;

/** A searched word, as the catalogue writes it, and the candidates that have it, ascending. */
interface Match {
  readonly word: string;
  readonly items: ArrayLike<number>;
}

function heldBy(state: SessionState): readonly Held[] {
  const held: Held[] = [];
  const price = state.priceFilter === undefined ? undefined : pricePreferenceOf(state);
  if (price !== undefined) held.push((product) => price.held[price.code[product] + 1]);
  for (const filter of filtersIn(state)) {
    const without = 1 - filter.strength;
    held.push((product) => (filter.meets(product) ? 1 : without));
  }
  return held;
}

/** The products that the shopper excluded by words. */
interface Refused {
  readonly products: ReadonlySet<number>;
  /** As the catalogue writes them. */
  readonly words: readonly string[];
  readonly weight: number;
}

function refusedIn({ bound, excluded: refused }: SessionState): Refused {
  const { terms } = bound.index;
  const products = new Set<number>();
  const words: string[] = [];
  let sum = 0;
  for (const { name, weight } of refused) {
    const postings = terms.find(name);
    if (postings === undefined) continue;
    sum += weight;
    words.push(terms.wordOf(name));
    for (let k = 0; k < postings.items.length; k++) products.add(postings.items[k]);
  }
  return { products, words, weight: sum };
}

/** The words that matched, and how strongly they were searched for. */
interface Matches {
  readonly matched: readonly Match[];
  readonly strength: number;
}

/** Adds the BM25 weights of the products that match the search, but for the excluded ones. */
function addMatches(
  { bound, words, excluded: refused }: SessionState,
  sparse: SparseScores,
  expert: number,
  excluded: ReadonlySet<number>,
): Matches {
  const { terms } = bound.index;
  const matched: Match[] = [];
  let strength = 0;
  const match = (term: string, weight: number, counts: boolean): void => {
    const postings = terms.find(term);
    if (postings === undefined) return;
    let hits = 0;
    for (let k = 0; k < postings.items.length; k++) {
      const product = postings.items[k];
      if (excluded.has(product)) continue;
      sparse.add(product, expert, weight * postings.weights[k]);
      hits++;
    }
    if (hits === 0) return;
    if (counts) strength += weight;
    matched.push({ word: terms.wordOf(term), items: postings.items });
  };
  for (const { name, weight } of words) match(name, weight, true);
  // Where the shopper searched for nothing else ("sugar free"), products that state to be without it are the aim.
  const nothingElse = strength === 0;
  for (const { name, weight } of refused) match(withoutTerm(name), weight, nothingElse);
  return { matched, strength };
}

/** Squares the weights of the matches, and lessens those of products that violate other constraints. */
function weighMatches(state: SessionState, sparse: SparseScores, expert: number): void {
  const held = heldBy(state);
  for (let slot = 0; slot < sparse.count; slot++) {
    const at = sparse.rowOf(slot) + expert;
    sparse.values[at] *= sparse.values[at];
    for (const by of held) sparse.values[at] *= Math.max(LEAST_HELD, by(sparse.products[slot]));
  }
}

/**
 * The words that a product has: those of an earlier search are no reason for a product that fits only the last one.
 * For no product in particular (-1), all of them.
 */
function signalFor(matched: readonly Match[], product: number): string {
  const had = product < 0 ? matched : matched.filter(({ items }) => placeOf(product, items) >= 0);
  return `search:${had.map(({ word }) => word).join(' ')}`;
}

/** All products but the excluded ones. */
function allBut({ products, words, weight }: Refused, { index, prior }: BoundModel): DenseScores {
  const code = new Int32Array(index.size);
  for (const product of products) code[product] = 1;
  // Summed, not taken as 1 minus the others: where no product is left the mass must be exactly 0, or the expert would
  // have weight.
  const mass = new Float64Array(3);
  for (let product = 0; product < code.length; product++) mass[code[product] + 1] += prior[product];
  const signal = words.map((word) => `not:${word}`).join(',');
  return {
    expert: 0,
    lifts: [{ code, table: Float64Array.of(0, 1, 0), mass }],
    confidence: weight / (weight + DOUBT),
    signal: () => signal,
  };
}

/**
 * Products whose words match the search, by the square of their BM25 weight. Excluded words ("not leather") leave the
 * products without them, of which those that state it ("sugar-free") match better; where the shopper searched for
 * nothing else, these are the matches. A match counts for less at a price outside of the requested range, or without a
 * requested value: "sofa under 1000" is no search for sofas at any price.
 */
export const keyword: ExpertGroup = {
  experts: [{ name: 'keyword', factor: 'keyword', scores: 'sparse', share: 0, statedShare: 0.14 }],
  score(state, sparse, expert) {
    const refused = refusedIn(state);
    const { matched, strength } = addMatches(state, sparse, expert, refused.products);
    if (strength > 0) {
      weighMatches(state, sparse, expert);
      return {
        confidence: [strength / (strength + DOUBT)],
        productSignal: (product) => signalFor(matched, product),
      };
    }
    return refused.products.size === 0 ? SILENT : { dense: [allBut(refused, state.bound)] };
  },
};
