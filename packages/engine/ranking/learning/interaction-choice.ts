import { runToEnd } from '../../primitives/run-to-end.ts';
import type { BoundModel } from '../model/bound-model.ts';
import type { InteractingColumns } from '../model/model.ts';
import {
  columnInteractionOf,
  combinationsOf,
  interactionGain,
} from '../model/transitions/column-interaction.ts';
import { itemTransitionsIn } from '../model/transitions/item-transitions.ts';

/**
 * Least mean number of products per combination; with fewer, experts that score single products predict better. Set
 * by hand.
 */
const PRODUCTS_A_COMBINATION = 8;
/** Least gain in log-likelihood per transition. Set by hand. */
const MIN_GAIN = 0.01;
/** Exponent of the joint lift before the fit: the lift as counted. */
const EXPONENT = 1;

/**
 * The two columns whose interaction raises the log-likelihood of the measured transitions most; `undefined` if no
 * pair gains enough.
 */
export function chooseInteraction({ index, model, productOf }: BoundModel): InteractingColumns | undefined {
  const transitions = runToEnd(itemTransitionsIn(model, productOf));
  let best: InteractingColumns | undefined;
  let bestGain = MIN_GAIN;
  index.columns.forEach((a, k) => {
    for (const b of index.columns.slice(k + 1)) {
      const interaction = columnInteractionOf(a, b);
      if (interaction === undefined || interaction.first.length * PRODUCTS_A_COMBINATION > index.size)
        continue;
      const gain = interactionGain(interaction, combinationsOf(interaction, a, b), transitions);
      if (gain < bestGain) continue;
      bestGain = gain;
      best = { columns: [a.name, b.name], exponent: EXPONENT };
    }
  });
  return best;
}
