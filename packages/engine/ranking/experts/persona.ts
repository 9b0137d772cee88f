import { zeros } from '../../primitives/pooled-arrays.ts';
import { PRICE_RANKS, placeOfRank } from '../indexing/catalogue-index.ts';
import type { DenseOpinion, Expert } from './expert.ts';
import { voice } from './registry.ts';

const PERSONA = voice('persona');

/** Personas that speak through the price order within a category, and towards which end. */
const TOWARDS: ReadonlyMap<string, number> = new Map([
  ['bargain_hunter', -1],
  ['premium_buyer', 1],
]);
/** How much likelier the far end of the price order is, as a power of e. */
const TILT = 3;

/** What the behaviour of the session says about how the shopper chooses: the cheap or the dear of each category. */
export const persona: Expert = {
  factor: 'persona',
  speak({ binding, personas }): readonly DenseOpinion[] {
    let direction = 0;
    let confidence = 0;
    let id = '';
    for (const candidate of personas) {
      const towards = TOWARDS.get(candidate.id);
      if (towards === undefined || candidate.score <= confidence) continue;
      direction = towards;
      confidence = candidate.score;
      id = candidate.id;
    }
    if (direction === 0 || binding.index.scale === undefined) return [];
    const table = zeros(PRICE_RANKS + 1);
    table[0] = 1;
    for (let rank = 0; rank < PRICE_RANKS; rank++) {
      table[rank + 1] = Math.exp(TILT * direction * (placeOfRank(rank) - 0.5));
    }
    return [
      {
        voice: PERSONA,
        lifts: [{ code: binding.index.priceRank, table, mass: binding.priceRankMass }],
        confidence,
        signal: () => `persona:${id}`,
      },
    ];
  },
};
