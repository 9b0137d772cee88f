import { zeros } from '../../primitives/pooled-arrays.ts';
import { PRICE_RANKS, placeOfRank } from '../indexing/price-scale.ts';
import { type ExpertGroup, SILENT } from './expert.ts';

/** Personas with a price preference within a category: -1 for the cheapest, 1 for the most expensive products. */
const PREFERRED_END: ReadonlyMap<string, number> = new Map([
  ['bargain_hunter', -1],
  ['premium_buyer', 1],
]);
/** The personas that a ranking depends on; it reads no others. */
export const RANKING_PERSONAS: ReadonlySet<string> = new Set(PREFERRED_END.keys());
/** Log of the odds between the preferred and the other end of the price order. Set by hand. */
const TILT = 3;

/** Cheap or expensive products of each category, by the persona that the session's behaviour matches best. */
export const persona: ExpertGroup = {
  experts: [{ name: 'persona', factor: 'persona', scores: 'dense', share: 0, statedShare: 0.03 }],
  score({ bound, personas }) {
    let direction = 0;
    let confidence = 0;
    let id = '';
    for (const candidate of personas) {
      const end = PREFERRED_END.get(candidate.id);
      if (end === undefined || candidate.score <= confidence) continue;
      direction = end;
      confidence = candidate.score;
      id = candidate.id;
    }
    if (direction === 0 || bound.index.scale === undefined) return SILENT;
    const table = zeros(PRICE_RANKS + 1);
    table[0] = 1;
    for (let rank = 0; rank < PRICE_RANKS; rank++) {
      table[rank + 1] = Math.exp(TILT * direction * (placeOfRank(rank) - 0.5));
    }
    return {
      dense: [
        {
          expert: 0,
          lifts: [{ code: bound.index.priceRank, table, mass: bound.priceRankMass }],
          confidence,
          signal: () => `persona:${id}`,
        },
      ],
    };
  },
};
