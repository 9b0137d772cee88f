import {
  bind,
  buildIndex,
  Mixture,
  type Model,
  profileOf,
  serialise,
  sessionStateOf,
  topOf,
  train,
} from '@decidable/engine/ranking';
import type { ItemCatalogue } from './item-catalogue.ts';
import { CUTOFF } from './metrics.ts';
import type { Method } from './predictor.ts';

/** The engine, as the service runs it. */
export function mixtureMethod(items: ItemCatalogue): Method {
  return ({ sessions }) => {
    const index = buildIndex(items.catalogue, items.roles);
    const model: Model = train(sessions, { index });
    const bound = bind(index, model);
    const tiers = new Int32Array(index.size);
    let mixture: Mixture | undefined;
    let score: Float64Array = new Float64Array(0);
    let top: Int32Array = new Int32Array(0);
    return {
      bytes: serialise(model).length,
      rank(session, _items, length) {
        const touches = session.steps.slice(Math.max(0, length - 50), length).map(({ item, at }, k) => ({
          id: item,
          touch: 'viewed' as const,
          at,
          step: Math.max(0, length - 50) + k + 1,
        }));
        const profile = profileOf(touches);
        mixture = new Mixture(sessionStateOf(bound, profile, [], profile.lastSeenAt));
        score = mixture.scores();
        top = topOf(score, tiers, CUTOFF);
        mixture.close();
        return top;
      },
      probabilities(target) {
        return { top: Float64Array.from(top, (product) => score[product]), target: score[target] };
      },
    };
  };
}
