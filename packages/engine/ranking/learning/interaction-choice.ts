import type { Binding } from '../binding.ts';
import { combinationsOf, crossed, gainTogether } from '../crossings.ts';
import type { CrossedColumns } from '../model.ts';
import { movesIn } from '../moves.ts';
import { atOnce } from '../steps.ts';

/** Products that have a combination, on average and at least: of fewer, what followed them tells more. */
const PRODUCTS_A_COMBINATION = 8;
/** Log-likelihood of a step that a crossing must add. */
const LEAST_GAIN = 0.01;
/** Exponent from which that of a crossing is fitted. */
const EXPONENT = 1;

/**
 * The two columns whose moves together explain the history's steps best beyond what each tells, if any are worth it.
 */
export function chooseInteraction({ index, model, productOf }: Binding): CrossedColumns | undefined {
  const moves = atOnce(movesIn(model, productOf));
  let best: CrossedColumns | undefined;
  let most = LEAST_GAIN;
  index.columns.forEach((a, k) => {
    for (const b of index.columns.slice(k + 1)) {
      const crossing = crossed(a, b);
      if (crossing === undefined || crossing.first.length * PRODUCTS_A_COMBINATION > index.size) continue;
      const gain = gainTogether(crossing, combinationsOf(crossing, a, b), moves);
      if (gain < most) continue;
      most = gain;
      best = { columns: [a.name, b.name], exponent: EXPONENT };
    }
  });
  return best;
}
