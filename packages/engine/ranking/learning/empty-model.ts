import { EXPERTS, type ExpertRegistry } from '../experts/registry.ts';
import { defaultWeights } from '../mixture/gate.ts';
import { emptyLog } from '../model/click-log.ts';
import type { Model } from '../model/model.ts';
import { defaultRevisits } from '../model/transitions/revisit-chances.ts';

/** Scale in log price at which the similarity of two prices falls to 1/e. Set by hand. */
const PRICE_BANDWIDTH = 0.15;

/** A model without history: the default weights of the experts in the registry, and no clicks. */
export function emptyModel(registry: ExpertRegistry = EXPERTS): Model {
  return {
    revision: 0,
    measured: 0,
    vocabulary: [],
    numbers: new Map(),
    log: emptyLog(),
    popularity: new Float64Array(16),
    popularityAt: 0,
    contextClicks: new Map(),
    weights: defaultWeights(registry),
    parameters: { revisit: defaultRevisits(), exponents: {}, priceBandwidth: PRICE_BANDWIDTH },
  };
}
