/** Letters up to which, and from which on, a slip of one, two or three letters is likely. Set by hand. */
const ONE_SLIP = 4;
const THREE_SLIPS = 12;
/** Texts that are compared; set by hand. */
const MOST_COMPARED = 5_000;

/**
 * The text that was probably meant: the nearest by letters left out, added, changed or swapped (optimal string
 * alignment, Damerau 1964). Of equally near ones the first. Undefined where none is near.
 */
export function nearest(text: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = text.length < ONE_SLIP ? 1 : text.length < THREE_SLIPS ? 2 : 3;
  // Two letters of three are another word.
  least = Math.min(least, Math.floor(text.length / 2)) + 1;
  for (const other of known.slice(0, MOST_COMPARED)) {
    if (Math.abs(other.length - text.length) >= least) continue;
    const slips = slipsBetween(text, other, least);
    if (slips >= least) continue;
    least = slips;
    best = other;
  }
  return best;
}

/** The number of slips between two texts, or `least` if there are at least as many. */
function slipsBetween(left: string, right: string, least: number): number {
  let older: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = left[i - 1] === right[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    if (Math.min(...row) >= least) return least;
    older = last;
    last = row;
  }
  return last[right.length];
}
