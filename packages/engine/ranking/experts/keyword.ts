import { withoutTerm } from '../../session/keywords.ts';
import { zeros } from '../numbers.ts';
import type { Scene } from '../scene.ts';
import { voice } from '../voices.ts';
import { filtersIn } from '../wishes.ts';
import type { DenseOpinion, Expert } from './expert.ts';
import { priceLift } from './price.ts';

const KEYWORD = voice('keyword');
const DOUBT = 0.25;
/** At a price, or without a value, that was asked for, a match still counts this much: more than no match with it. */
const LEAST_HELD = 0.1;

/** What was asked for by a filter: by code, from the one of products without any, how far a match holds. */
interface Asked {
  readonly code: Int32Array;
  readonly held: Float64Array;
}

function askedOf(scene: Scene): readonly Asked[] {
  const asked: Asked[] = [];
  const price = scene.priceFilter === undefined ? undefined : priceLift(scene);
  if (price !== undefined) asked.push(price);
  for (const { column, values, strength } of filtersIn(scene)) {
    const held = zeros(column.cellStart.length).fill(1 - strength);
    for (let cell = 0; cell + 1 < column.cellStart.length; cell++) {
      for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
        if (values.has(column.cellValues[k]!)) held[cell + 1] = 1;
      }
    }
    asked.push({ code: column.cell, held });
  }
  return asked;
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
    const { binding, words } = scene;
    const { terms } = binding.index;
    const excluded = new Set<number>();
    let refusal = 0;
    const refused: string[] = [];
    for (const { name, weight } of scene.refused) {
      const postings = terms.find(name);
      if (postings === undefined) continue;
      refusal += weight;
      refused.push(terms.wordOf(name));
      for (let k = 0; k < postings.items.length; k++) excluded.add(postings.items[k]!);
    }
    let said = 0;
    const matched: string[] = [];
    for (const { name, weight } of words) {
      const postings = terms.find(name);
      if (postings === undefined) continue;
      let hits = 0;
      for (let k = 0; k < postings.items.length; k++) {
        const product = postings.items[k]!;
        if (excluded.has(product)) continue;
        evidence.add(product, KEYWORD, weight * postings.weights[k]!);
        hits++;
      }
      if (hits === 0) continue;
      said += weight;
      matched.push(terms.wordOf(name));
    }
    // Where nothing else was searched for ("sugar free"), what says to be without it is what was.
    const nothingElse = said === 0;
    for (const { name, weight } of scene.refused) {
      const without = withoutTerm(name);
      const postings = terms.find(without);
      let hits = 0;
      for (let k = 0; postings !== undefined && k < postings.items.length; k++) {
        const product = postings.items[k]!;
        if (excluded.has(product)) continue;
        evidence.add(product, KEYWORD, weight * postings.weights[k]!);
        hits++;
      }
      if (!nothingElse || hits === 0) continue;
      said += weight;
      matched.push(terms.wordOf(without));
    }
    if (said > 0) {
      scene.matched = matched;
      const asked = askedOf(scene);
      for (let slot = 0; slot < evidence.count; slot++) {
        const at = evidence.rowOf(slot) + KEYWORD;
        evidence.values[at]! *= evidence.values[at]!;
        for (const { code, held } of asked) {
          evidence.values[at]! *= Math.max(LEAST_HELD, held[code[evidence.products[slot]!]! + 1]!);
        }
      }
      scene.confidence[KEYWORD] = said / (said + DOUBT);
      return [];
    }
    if (excluded.size === 0) return [];
    const code = new Int32Array(binding.index.size);
    for (const product of excluded) code[product] = 1;
    // Summed apart, not what the others leave of 1: where nothing is left it has to be 0 exactly, or the voice would speak.
    const mass = new Float64Array(3);
    for (let product = 0; product < code.length; product++) {
      mass[code[product]! + 1]! += binding.prior[product]!;
    }
    const signal = refused.map((word) => `not:${word}`).join(',');
    return [
      {
        voice: KEYWORD,
        lifts: [{ code, table: Float64Array.of(0, 1, 0), mass }],
        confidence: refusal / (refusal + DOUBT),
        signal: () => signal,
      },
    ];
  },
};
