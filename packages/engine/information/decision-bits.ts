/**
 * A column counted, over the products among which it is asked. A shopper who wants a product asks for one of its
 * values, each as likely; a product answers for every value that it holds. Where no cell holds several values,
 * `asked` and `held` are the same.
 */
export interface Tally {
  /** Products with a recorded value. */
  readonly recorded: number;
  /** Per answer the products that it is wanted of: Σ = recorded. */
  readonly asked: ArrayLike<number>;
  /** Per answer the recorded products that hold it. */
  readonly held: ArrayLike<number>;
}

/**
 * Per answer its distribution over the products that miss it; longer than the tally where answers were never recorded.
 */
export interface Missing {
  readonly products: number;
  /** Share of the missing products that it is wanted of: Σ = 1. */
  readonly asked: ArrayLike<number>;
  /** Share of the missing products that hold it: ≥ `asked`. */
  readonly held: ArrayLike<number>;
}

/**
 * Bits that asking the column gives as it is recorded: `−Σ q_v · log2((r·c_v + N − r·n) / N)`, where products without
 * a value stand for every answer. `trust` r is the probability that a recorded value stands.
 */
export function bitsNow(tally: Tally, missing: Missing, trust = 1): number {
  const products = tally.recorded + missing.products;
  if (products === 0) return 0;
  const erased = products - trust * tally.recorded;
  let bits = 0;
  for (let answer = 0; answer < missing.asked.length || answer < tally.asked.length; answer++) {
    const share = (at(tally.asked, answer) + missing.products * at(missing.asked, answer)) / products;
    if (share > 0)
      bits -= share * Math.log2(Math.min(1, (trust * at(tally.held, answer) + erased) / products));
  }
  return Math.max(0, bits);
}

/**
 * Bits that it would give if every product had it recorded: `−Σ q_v · log2(r·Q_v + 1 − r)`, the entropy of `q` where
 * `r = 1` and each cell holds one value. Never more than log2 N: answers that fewer than one product hold are none.
 */
export function bitsComplete(tally: Tally, missing: Missing, trust = 1): number {
  const products = tally.recorded + missing.products;
  if (products === 0) return 0;
  let bits = 0;
  for (let answer = 0; answer < missing.asked.length || answer < tally.asked.length; answer++) {
    const share = (at(tally.asked, answer) + missing.products * at(missing.asked, answer)) / products;
    const hold = (at(tally.held, answer) + missing.products * at(missing.held, answer)) / products;
    if (share > 0) bits -= share * Math.log2(Math.min(1, trust * hold + 1 - trust));
  }
  return Math.min(Math.max(0, bits), Math.log2(products));
}

/** Entropy in bits of counts or shares, whatever they add up to. */
export function entropy(counts: ArrayLike<number>): number {
  let total = 0;
  for (let index = 0; index < counts.length; index++) total += counts[index];
  if (total <= 0) return 0;
  let bits = 0;
  for (let index = 0; index < counts.length; index++) {
    const share = counts[index] / total;
    if (share > 0) bits -= share * Math.log2(share);
  }
  return Math.max(0, bits);
}

/** How many times smaller the shelf gets. */
export function narrowing(bits: number): number {
  return 2 ** bits;
}

function at(values: ArrayLike<number>, index: number): number {
  return index < values.length ? values[index] : 0;
}
