import { runToEnd } from '../../primitives/steps.ts';
import type { BoundModel } from '../model/bound-model.ts';
import type { InteractingColumns } from '../model/model.ts';
import { columnInteractionOf, combinationsOf, interactionGain } from '../transitions/column-interaction.ts';
import { itemTransitionsIn } from '../transitions/item-transitions.ts';

/** Least mean number of products a combination: with fewer, experts that know products predict better; set by hand. */
const PRODUCTS_A_COMBINATION = 8;
/** Least gain in log-likelihood a step; set by hand. */
const MIN_GAIN = 0.01;
/** Exponent before the fit. */
const EXPONENT = 1;

/**
 * Chooses the two columns whose interaction adds bestGain to the log-likelihood of the history's steps; `undefined` where no
 * pair adds enough.
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
