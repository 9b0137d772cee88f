import { runToEnd } from '../../primitives/steps.ts';
import type { BoundModel } from '../model/bound-model.ts';
import type { InteractingColumns } from '../model/model.ts';
import { columnInteractionOf, combinationsOf, gainTogether } from '../transitions/column-interaction.ts';
import { itemTransitionsIn } from '../transitions/item-transitions.ts';

/** Least mean number of products a combination: with fewer, experts that know products predict better; set by hand. */
const PRODUCTS_A_COMBINATION = 8;
/** Least gain in log-likelihood a step; set by hand. */
const LEAST_GAIN = 0.01;
/** Exponent before the fit. */
const EXPONENT = 1;

/**
 * Chooses the two columns whose interaction adds most to the log-likelihood of the history's steps; `undefined` where no
 * pair adds enough.
 */
export function chooseInteraction({ index, model, productOf }: BoundModel): InteractingColumns | undefined {
  const moves = runToEnd(itemTransitionsIn(model, productOf));
  let best: InteractingColumns | undefined;
  let most = LEAST_GAIN;
  index.columns.forEach((a, k) => {
    for (const b of index.columns.slice(k + 1)) {
      const crossing = columnInteractionOf(a, b);
      if (crossing === undefined || crossing.first.length * PRODUCTS_A_COMBINATION > index.size) continue;
      const gain = gainTogether(crossing, combinationsOf(crossing, a, b), moves);
      if (gain < most) continue;
      most = gain;
      best = { columns: [a.name, b.name], exponent: EXPONENT };
    }
  });
  return best;
}
