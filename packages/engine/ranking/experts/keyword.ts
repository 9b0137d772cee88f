import { withoutTerm } from '../../session/text/keywords.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { filtersIn } from '../intent/column-preference.ts';
import { pricePreferenceOf } from '../intent/price-preference.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { SparseScores } from '../mixture/sparse-scores.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { type DenseScores, type ExpertGroup, SILENT } from './expert.ts';

/** Evidence strength at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 0.25;
/**
 * Floor of the constraint factor: a match that violates a price or filter still scores above products that do not
 * match. Set by hand.
 */
const MIN_COMPLIANCE = 0.1;
/** How far a product meets a constraint, 0 to 1. */
type Compliance = (product: number) => number;

/** A query word as the catalogue writes it, and the products that have it, ascending. */
interface Match {
  readonly word: string;
  readonly items: ArrayLike<number>;
}

function compliancesOf(state: SessionState): readonly Compliance[] {
  const compliances: Compliance[] = [];
  const price = state.priceFilter === undefined ? undefined : pricePreferenceOf(state);
  if (price !== undefined) compliances.push((product) => price.held[price.code[product] + 1]);
  for (const filter of filtersIn(state)) {
    const violation = 1 - filter.strength;
    compliances.push((product) => (filter.meets(product) ? 1 : violation));
  }
  return compliances;
}

/** The products with words that the shopper excluded. */
interface Exclusion {
  readonly products: ReadonlySet<number>;
  /** The excluded words as the catalogue writes them. */
  readonly words: readonly string[];
  readonly weight: number;
}

function exclusionOf({ bound, excluded: excludedWords }: SessionState): Exclusion {
  const { terms } = bound.index;
  const products = new Set<number>();
  const words: string[] = [];
  let sum = 0;
  for (const { name, weight } of excludedWords) {
    const postings = terms.find(name);
    if (postings === undefined) continue;
    sum += weight;
    words.push(terms.wordOf(name));
    for (let k = 0; k < postings.items.length; k++) products.add(postings.items[k]);
  }
  return { products, words, weight: sum };
}

/** The query words that matched, and the sum of their weights. */
interface Matches {
  readonly matched: readonly Match[];
  readonly strength: number;
}

/** Adds the BM25 weights of the products that match the query, without the excluded products. */
function addMatches(
  { bound, words, excluded: excludedWords }: SessionState,
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
  // Where the query has no other words ("sugar free"), products that state the absence ("sugar-free") are the matches.
  const nothingElse = strength === 0;
  for (const { name, weight } of excludedWords) match(withoutTerm(name), weight, nothingElse);
  return { matched, strength };
}

/** Squares the weights of the matches, and lowers those of products that violate other constraints. */
function weighMatches(state: SessionState, sparse: SparseScores, expert: number): void {
  const compliances = compliancesOf(state);
  for (let slot = 0; slot < sparse.count; slot++) {
    const at = sparse.rowOf(slot) + expert;
    sparse.values[at] *= sparse.values[at];
    for (const complianceOf of compliances)
      sparse.values[at] *= Math.max(MIN_COMPLIANCE, complianceOf(sparse.products[slot]));
  }
}

/**
 * The query words that the product has, so that words of an earlier query do not explain a product that matches only
 * the last one. For -1, all words.
 */
function signalFor(matched: readonly Match[], product: number): string {
  const shown = product < 0 ? matched : matched.filter(({ items }) => placeOf(product, items) >= 0);
  return `search:${shown.map(({ word }) => word).join(' ')}`;
}

/** The prior without the excluded products. */
function priorWithout({ products, words, weight }: Exclusion, { index, prior }: BoundModel): DenseScores {
  const code = new Int32Array(index.size);
  for (const product of products) code[product] = 1;
  // The mass is summed, not computed as 1 minus the excluded mass: where all products are excluded it must be exactly
  // 0, or the expert would have weight.
  const mass = new Float64Array(3);
  for (let product = 0; product < code.length; product++) mass[code[product] + 1] += prior[product];
  const signal = words.map((word) => `not:${word}`).join(',');
  return {
    expert: 0,
    lifts: [{ code, table: Float64Array.of(0, 1, 0), mass }],
    confidence: weight / (weight + HALF_CONFIDENCE),
    signal: () => signal,
  };
}

/**
 * Products that match the query, by the square of their BM25 weight. Excluded words ("not leather") remove the products
 * that have them and raise those that state their absence ("sugar-free"); in a query of excluded words alone, the
 * latter are the matches. A match counts for less outside of a requested price range or without a requested value:
 * "sofa under 1000" does not ask for sofas at any price.
 */
export const keyword: ExpertGroup = {
  experts: [{ name: 'keyword', factor: 'keyword', scores: 'sparse', share: 0, statedShare: 0.14 }],
  score(state, sparse, expert) {
    const exclusion = exclusionOf(state);
    const { matched, strength } = addMatches(state, sparse, expert, exclusion.products);
    if (strength > 0) {
      weighMatches(state, sparse, expert);
      return {
        confidence: [strength / (strength + HALF_CONFIDENCE)],
        productSignal: (product) => signalFor(matched, product),
      };
    }
    return exclusion.products.size === 0 ? SILENT : { dense: [priorWithout(exclusion, state.bound)] };
  },
};
