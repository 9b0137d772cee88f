import { logGamma } from '../information/index.ts';

/** Terms smaller than this share of their sum are left out. */
const NEGLIGIBLE = 1e-9;

/**
 * For groups drawn from products at random, whatever these say: the chance that at least a share of the group says the same. The sum over
 * the values of hypergeometric tails, an upper bound where `share` is at most one half.
 *
 * @param counts products by value
 * @param share above 0, at most 1
 * @returns by the size of a group, at most that of all products together
 */
export function alikeByChance(counts: Iterable<number>, share: number): (size: number) => number {
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
  const ways = logChoose(products, size);
  let sum = 0;
  const most = Math.min(size, count);
  for (let held = Math.max(least, size + count - products); held <= most; held++) {
    const term = Math.exp(logChoose(count, held) + logChoose(products - count, size - held) - ways);
    sum += term;
    if (term < NEGLIGIBLE * sum) break;
  }
  return sum;
}

function logChoose(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1);
}
