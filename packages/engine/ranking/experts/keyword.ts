import { withoutTerm } from '../../session/text/keywords.ts';
import type { Binding } from '../binding.ts';
import type { Evidence } from '../evidence.ts';
import type { Match, Scene } from '../scene.ts';
import { voice } from '../voices.ts';
import { filtersIn } from '../wishes.ts';
import type { DenseOpinion, Expert } from './expert.ts';
import { priceLift } from './price.ts';

const KEYWORD = voice('keyword');
const DOUBT = 0.25;
/** At a price, or without a value, that was asked for, a match still counts this much: more than no match with it. */
const LEAST_HELD = 0.1;
/** How far a match holds, by product. */
type Held = (product: number) => number;

function heldBy(scene: Scene): readonly Held[] {
  const held: Held[] = [];
  const price = scene.priceFilter === undefined ? undefined : priceLift(scene);
  if (price !== undefined) held.push((product) => price.held[price.code[product] + 1]);
  for (const filter of filtersIn(scene)) {
    const without = 1 - filter.strength;
    held.push((product) => (filter.meets(product) ? 1 : without));
  }
  return held;
}

/** What was turned away, of what some candidate has. */
interface Refused {
  readonly products: ReadonlySet<number>;
  /** As the catalogue writes them. */
  readonly words: readonly string[];
  readonly weight: number;
}

function refusedIn({ binding, refused }: Scene): Refused {
  const { terms } = binding.index;
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

/**
 * Adds the BM25 weights of the products that match what was searched for, but for those that were turned away, and
 * tells how strongly they were searched for.
 */
function addMatches(scene: Scene, evidence: Evidence, refused: ReadonlySet<number>): number {
  const { terms } = scene.binding.index;
  const matched: Match[] = [];
  let said = 0;
  const match = (term: string, weight: number, counts: boolean): void => {
    const postings = terms.find(term);
    if (postings === undefined) return;
    let hits = 0;
    for (let k = 0; k < postings.items.length; k++) {
      const product = postings.items[k];
      if (refused.has(product)) continue;
      evidence.add(product, KEYWORD, weight * postings.weights[k]);
      hits++;
    }
    if (hits === 0) return;
    if (counts) said += weight;
    matched.push({ word: terms.wordOf(term), items: postings.items });
  };
  for (const { name, weight } of scene.words) match(name, weight, true);
  // Where nothing else was searched for ("sugar free"), what says to be without it is what was.
  const nothingElse = said === 0;
  for (const { name, weight } of scene.refused) match(withoutTerm(name), weight, nothingElse);
  if (said > 0) scene.matched = matched;
  return said;
}

/** Squares the weights of the matches, and lessens those that are not what was asked for besides. */
function weighMatches(scene: Scene, evidence: Evidence): void {
  const held = heldBy(scene);
  for (let slot = 0; slot < evidence.count; slot++) {
    const at = evidence.rowOf(slot) + KEYWORD;
    evidence.values[at] *= evidence.values[at];
    for (const by of held) evidence.values[at] *= Math.max(LEAST_HELD, by(evidence.products[slot]));
  }
}

/** All products but those that were turned away. */
function allBut({ products, words, weight }: Refused, { index, prior }: Binding): DenseOpinion {
  const code = new Int32Array(index.size);
  for (const product of products) code[product] = 1;
  // Summed apart, not what the others leave of 1: where nothing is left it has to be 0 exactly, or the voice would
  // speak.
  const mass = new Float64Array(3);
  for (let product = 0; product < code.length; product++) mass[code[product] + 1] += prior[product];
  const signal = words.map((word) => `not:${word}`).join(',');
  return {
    voice: KEYWORD,
    lifts: [{ code, table: Float64Array.of(0, 1, 0), mass }],
    confidence: weight / (weight + DOUBT),
    signal: () => signal,
  };
}

/**
 * Products whose words match what the shopper searched for, by the square of their BM25 weight; words that were
 * excluded ("not leather") leave the products without them, of which those that say so ("sugar-free") match better,
 * and are what is looked for where nothing else was.
 * A match counts for less at a price that was not asked for, or without what was filtered for: "sofa under 1000" is no
 * search for sofas at any price.
 */
export const keyword: Expert = {
  factor: 'keyword',
  speak(scene, evidence): readonly DenseOpinion[] {
    const refused = refusedIn(scene);
    const said = addMatches(scene, evidence, refused.products);
    if (said > 0) {
      weighMatches(scene, evidence);
      scene.confidence[KEYWORD] = said / (said + DOUBT);
      return [];
    }
    return refused.products.size === 0 ? [] : [allBut(refused, scene.binding)];
  },
};
