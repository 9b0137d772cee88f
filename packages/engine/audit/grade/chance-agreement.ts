import { logGamma } from '../../primitives/log-gamma.ts';
import { NEGLIGIBLE_TERM } from '../constants.ts';

/**
 * Probability that at least a given share of a randomly drawn group has the same value: the sum of
 * hypergeometric tails over the values. It is 1 where the most frequent value has that share of all products.
 *
 * @param counts products per value
 * @param share above 0.5, at most 1
 * @returns the probability by group size, which must not exceed the number of products
 */
export function chanceAgreement(counts: Iterable<number>, share: number): (size: number) => number {
  const values = new Map<number, number>();
  let products = 0;
  for (const count of counts) {
    values.set(count, (values.get(count) ?? 0) + 1);
    products += count;
  }
  const known = new Map<number, number>();
  return (size) => {
    let chance = known.get(size);
    if (chance === undefined) {
      chance = 0;
      for (const [count, times] of values)
        if (count >= share * size) chance += times * tail(count, products, size, Math.ceil(share * size));
      chance = Math.min(1, chance);
      known.set(size, chance);
    }
    return chance;
  };
}

/**
 * Probability that at least `least` of `size` drawn products are among `count` of all (hypergeometric upper
 * tail).
 */
function tail(count: number, products: number, size: number, least: number): number {
  // At or below the mean the tail is large: 1 is a safe bound, and the first terms of the sum could
  // underflow.
  if (size * count >= least * products) return 1;
  const others = products - count;
  const most = Math.min(size, count);
  let held = Math.max(least, size - others);
  if (held > most) return 0;
  let term = Math.exp(logChoose(count, held) + logChoose(others, size - held) - logChoose(products, size));
  let sum = term;
  while (held < most && term >= NEGLIGIBLE_TERM * sum) {
    term *= ((count - held) * (size - held)) / ((held + 1) * (others - size + held + 1));
    held++;
    sum += term;
  }
  return sum;
}

function logChoose(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1);
}
