import { logGamma } from '../primitives/log-gamma.ts';
import { LARGEST_DISCOUNT, LAWS_OF_COLUMNS, START_DISCOUNTS } from './constants.ts';

/**
 * The two-parameter Poisson-Dirichlet law (Pitman and Yor 1997). After `n` products with `K` values, the next
 * product has a new value with probability `(θ + d·K) / (n + θ)`, and a value that `c` products have with
 * probability `(c − d) / (n + θ)`. A positive discount `d` gives many rare values (authors of books), a
 * negative one a finite number of about equally frequent values (brands of a shop).
 */
export interface PitmanYor {
  readonly discount: number;
  readonly concentration: number;
}

/**
 * Maximum likelihood estimate from counts, by a grid followed by a pattern search. Deterministic.
 *
 * @param counts products per value, each at least 1
 * @param logPrior of a law; with it the estimate is the mode of the posterior
 */
export function fitPitmanYor(counts: Iterable<number>, logPrior = (_: PitmanYor) => 0): PitmanYor {
  const occurring = new Map<number, number>();
  let products = 0;
  let values = 0;
  for (const count of counts) {
    occurring.set(count, (occurring.get(count) ?? 0) + 1);
    products += count;
    values++;
  }
  if (values === 0) return { discount: 0, concentration: 1 };
  const sizes = Float64Array.from(occurring.keys());
  const times = Float64Array.from(occurring.values());
  // `room` is the concentration where d ≥ 0. For d < 0 it is the number of unseen values: θ = −d·(K + room).
  let best = { discount: 0, room: 1, likelihood: Number.NEGATIVE_INFINITY };
  const attempt = (discount: number, room: number) => {
    if (discount > LARGEST_DISCOUNT || discount < -1000 || room > 1e7) return;
    const concentration = discount < 0 ? -discount * (values + room) : room;
    if (concentration <= 0) return;
    const likelihood =
      logLikelihood(discount, concentration, sizes, times, products, values) +
      logPrior({ discount, concentration });
    if (likelihood > best.likelihood) best = { discount, room, likelihood };
  };
  for (const discount of START_DISCOUNTS) {
    if (discount < 0) attempt(discount, 0);
    for (let room = 0.25; room < 20_000; room *= 5) attempt(discount, room);
  }
  for (let step = 0.6; step > 0.02; ) {
    const { discount, room, likelihood } = best;
    const stride = step * (Math.abs(discount) + 0.1);
    for (const to of [discount - stride, discount, discount + stride]) {
      const crossed = to < 0 !== discount < 0;
      for (const factor of [1 - step / 1.2, 1, 1 + step]) attempt(to, crossed ? 1 : room * factor);
    }
    if (best.likelihood <= likelihood + 1e-3) step /= 2.5;
  }
  const { discount, room } = best;
  return { discount, concentration: discount < 0 ? -discount * (values + room) : room };
}

/**
 * The law of the answers of a column. A few values alone say hardly anything: five different ones are likeliest where
 * every product has a value of its own. So the estimate is drawn to the laws of other columns, the less is recorded the
 * more (empirical Bayes, Robbins 1956). One value alone expects no other.
 */
export function fitAnswerLaw(counts: ArrayLike<number>): PitmanYor {
  return fitPitmanYor(Array.from(counts), counts.length === 1 ? undefined : logPriorOfColumns);
}

/** Logarithm of the density, but for a constant, of a law among those of real columns. */
function logPriorOfColumns(law: PitmanYor): number {
  const { variety, discount } = LAWS_OF_COLUMNS;
  const varied = (Math.log(expectedValues(law, 1, 1, 100)) - variety.mean) / variety.deviation;
  const discounted = (Math.asinh(law.discount) - discount.mean) / discount.deviation;
  return -(varied * varied + discounted * discounted) / 2;
}

/** Expected number of distinct values among `to` products, given `values` among the first `from`. */
export function expectedValues(
  { discount, concentration }: PitmanYor,
  values: number,
  from: number,
  to: number,
): number {
  if (discount === 0) return values + concentration * Math.log((concentration + to) / (concentration + from));
  const growth = Math.exp(
    logGamma(concentration + from) +
      logGamma(concentration + to + discount) -
      logGamma(concentration + from + discount) -
      logGamma(concentration + to),
  );
  return (values + concentration / discount) * growth - concentration / discount;
}

/** Logarithm of the exchangeable partition probability function. */
function logLikelihood(
  discount: number,
  concentration: number,
  sizes: Float64Array,
  times: Float64Array,
  products: number,
  values: number,
): number {
  let sum = logGamma(concentration + 1) - logGamma(concentration + products);
  if (discount === 0) sum += (values - 1) * Math.log(concentration);
  else if (discount > 0) {
    const first = concentration / discount;
    sum += (values - 1) * Math.log(discount) + logGamma(first + values) - logGamma(first + 1);
  } else {
    const kinds = concentration / -discount;
    sum += (values - 1) * Math.log(-discount) + logGamma(kinds) - logGamma(Math.max(1, kinds - values + 1));
  }
  const one = logGamma(1 - discount);
  for (let index = 0; index < sizes.length; index++) {
    if (sizes[index] > 1) sum += times[index] * (logGamma(sizes[index] - discount) - one);
  }
  return sum;
}
