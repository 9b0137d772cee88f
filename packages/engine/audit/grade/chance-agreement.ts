import { logGamma } from '../../primitives/log-gamma.ts';
import { NEGLIGIBLE_TERM } from '../constants.ts';

/**
 * For groups drawn from products at random, whatever these say: the chance that at least a share of the group says the
 * same. The sum over the values of hypergeometric tails, or 1 where the commonest value has that share of all.
 *
 * @param counts products by value
 * @param share above one half, at most 1
 * @returns by the size of a group, at most that of all products together
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

/** Chance that of `size` products at least `least` are among `count` of all. */
function tail(count: number, products: number, size: number, least: number): number {
  // So many are to be expected: no chance worth counting, and one whose first terms no number holds.
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
