/**
 * The number of letters to insert, delete, substitute or swap with their neighbour that turns one text into the other
 * (optimal string alignment, a restricted Damerau–Levenshtein distance: Damerau 1964).
 *
 * @param bound the search ends where the distance cannot be less
 * @returns the distance, or `bound` if it is at least that
 */
export function editDistance(left: string, right: string, bound: number): number {
  if (Math.abs(left.length - right.length) >= bound) return bound;
  let older: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], older[j - 2] + 1);
      least = Math.min(least, row[j]);
    }
    // A swap begins two rows back, whose least is at most one less, and adds one: it ends at the bound as well.
    if (least >= bound) return bound;
    older = last;
    last = row;
  }
  return Math.min(bound, last[right.length]);
}

/**
 * The least distance between a text and any beginning of another one, as {@link editDistance} counts: "macbok" is one
 * edit from the beginning of "macbook".
 *
 * @param bound the search ends where the distance cannot be less
 * @returns the distance, or `bound` if it is at least that
 */
export function prefixDistance(typed: string, text: string, bound: number): number {
  const most = Math.min(text.length, typed.length + bound);
  let older: number[] = [];
  let last = Array.from({ length: most + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= most; j++) {
      const isSame = typed[i - 1] === text[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === text[j - 2] && typed[i - 2] === text[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], older[j - 2] + 1);
      least = Math.min(least, row[j]);
    }
    if (least >= bound) return bound;
    older = last;
    last = row;
  }
  return Math.min(bound, ...last);
}
