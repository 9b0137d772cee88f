/**
 * The normal quantile of a one-sided bound that holds with 95 % confidence. Each caller asks about one side only ("at
 * least", "at most"), so the two-sided 1.96 would claim 97.5 %.
 */
const Z = 1.645;

/** Wilson's score interval (JASA 22, 1927) around `seen` of `total`, `side` being -1 for its lower end, 1 for the upper. */
function wilson(seen: number, total: number, side: -1 | 1): number {
  const share = seen / total;
  const centre = share + (Z * Z) / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total));
  return (centre + side * spread) / (1 + (Z * Z) / total);
}

/**
 * The share that `seen` of `total` is at least, with 95 % confidence: Wilson's bound; 0 where nothing was seen, as
 * rounding would leave a trace of it. Neither needs to be whole.
 */
export function lowerShare(seen: number, total: number): number {
  return seen === 0 ? 0 : wilson(seen, total, -1);
}

/**
 * The share that `seen` of `total` is at most, with 95 % confidence: exact where nothing was seen (Clopper and
 * Pearson), else Wilson's bound; 1 where nothing was counted.
 */
export function upperShare(seen: number, total: number): number {
  if (total === 0) return 1;
  return seen === 0 ? 1 - 0.05 ** (1 / total) : wilson(seen, total, 1);
}
