/** Σ |predicted − realised|. */
export function absoluteError(predicted: readonly number[], realised: readonly number[]): number {
  return realised.reduce((sum, value, index) => sum + Math.abs(predicted[index] - value), 0);
}

/**
 * Spearman: Pearson's correlation of the ranks, equal values sharing their mean rank. 1 where nothing differs on both
 * sides.
 */
export function rankCorrelation(left: readonly number[], right: readonly number[]): number {
  const a = ranks(left);
  const b = ranks(right);
  const mean = (left.length - 1) / 2;
  let both = 0;
  let ofA = 0;
  let ofB = 0;
  for (let index = 0; index < a.length; index++) {
    both += (a[index] - mean) * (b[index] - mean);
    ofA += (a[index] - mean) ** 2;
    ofB += (b[index] - mean) ** 2;
  }
  if (ofA === 0 || ofB === 0) return ofA === ofB ? 1 : 0;
  return both / Math.sqrt(ofA * ofB);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((left, right) => values[left] - values[right]);
  const rank: number[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]] === values[order[from]]) to++;
    for (let at = from; at <= to; at++) rank[order[at]] = (from + to) / 2;
    from = to + 1;
  }
  return rank;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
