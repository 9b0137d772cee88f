/**
 * Counts of one attribute. A shopper who wants a product asks for one of its values, each with the same
 * probability; a product matches every value that it has. Where no cell has several values, `asked` and
 * `held` are equal.
 */
export interface Tally {
  /** Products with a recorded value. */
  readonly recorded: number;
  /** Per answer the expected number of targets that ask for it; the sum is `recorded`. */
  readonly asked: ArrayLike<number>;
  /** Per answer the recorded products that have it. */
  readonly held: ArrayLike<number>;
}

/**
 * Distribution of the answers over the products without a recorded value. Longer than the tally where unseen
 * answers occur.
 */
export interface Missing {
  readonly products: number;
  /** Per answer the share of the missing products that ask for it; the sum is 1. */
  readonly asked: ArrayLike<number>;
  /** Per answer the share of the missing products that have it; at least `asked`. */
  readonly held: ArrayLike<number>;
}

/**
 * Bits of the question with the recorded values: `−Σ q_v · log2((r·c_v + N − r·n) / N)`. Products without a
 * value match every answer. `trust` r is the probability that a recorded value is right.
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
 * Bits of the question if every product had a value: `−Σ q_v · log2(r·Q_v + 1 − r)`; with `r = 1` and one
 * value per cell the entropy of `q`. At most log2 N, since no answer belongs to less than one product.
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

/** Entropy in bits of counts or shares, which need not be normalised. */
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

/** The factor by which a question divides the number of candidates. */
export function narrowingFactor(bits: number): number {
  return 2 ** bits;
}

function at(values: ArrayLike<number>, index: number): number {
  return index < values.length ? values[index] : 0;
}
