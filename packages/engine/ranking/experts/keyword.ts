import { withoutTerm } from '../../session/keywords.ts';
import { voice } from '../voices.ts';
import type { DenseOpinion, Expert } from './expert.ts';

const KEYWORD = voice('keyword');
const DOUBT = 0.25;

/**
 * Products whose words match what the shopper searched for, by the square of their BM25 weight; words that were
 * excluded ("not leather") leave the products without them, of which those that say so ("sugar-free") match better.
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
    if (said > 0) {
      scene.matched = matched;
      for (const { name, weight } of scene.refused) {
        const postings = terms.find(withoutTerm(name));
        for (let k = 0; postings !== undefined && k < postings.items.length; k++) {
          const product = postings.items[k]!;
          if (!excluded.has(product)) evidence.add(product, KEYWORD, weight * postings.weights[k]!);
        }
      }
      for (let slot = 0; slot < evidence.count; slot++) {
        const at = evidence.rowOf(slot) + KEYWORD;
        evidence.values[at]! *= evidence.values[at]!;
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
