/**
 * How many matches a search leads to: about a page. With 5, lists of two judged sets gained no more than with 10, and
 * with 20 less.
 */
const LEADING = 10;
/** The most that scores are sharpened: beyond, the differences of relevance say nothing more. Set by hand. */
const MOST_POWER = 8;
/**
 * Share of the scores that stays as it was, so that a weak match still comes before what does not match. Of .2, .1, .05 and 0 the
 * middle ones order lists of two judged sets best, by .002 to .004.
 */
const KEPT = 0.1;

/** Logarithms of scores, relative to the highest, are counted in bins of this width down to the lowest. */
const BINS = 64;
const LOWEST = -9;
const WIDTH = -LOWEST / BINS;
/** Halvings of the range of powers: to a thirtieth. */
const HALVINGS = 8;

/** The effective number of scores (Laakso & Taagepera 1979) to a power: n where n are equal and the others 0. */
function effectiveNumber(counts: Float64Array, power: number): number {
  let sum = 0;
  let squares = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const score = Math.exp(-power * WIDTH * bin);
    sum += counts[bin] * score;
    squares += counts[bin] * score * score;
  }
  return (sum * sum) / squares;
}

/**
 * Raises scores to the least power at which about {@link LEADING} of them count, and keeps their sum: a search leads to a
 * page of products, whether few or thousands match. Without this, the first of a thousand matches has hardly more than the
 * last, and less than what other evidence gives to any product. A share of {@link KEPT} of each score stays as it was.
 * Equal scores stay equal.
 *
 * @param scores at least 0; in place
 * @param extent share of the sharpening that is applied, 0 to 1
 */
export function leadToFew(scores: Float64Array, extent: number): void {
  let highest = 0;
  let sum = 0;
  for (let k = 0; k < scores.length; k++) {
    highest = Math.max(highest, scores[k]);
    sum += scores[k];
  }
  if (highest === 0 || extent <= 0) return;
  const logs = scores.map((score) => Math.log(score / highest));
  const counts = new Float64Array(BINS);
  for (let k = 0; k < logs.length; k++) if (logs[k] > LOWEST) counts[Math.floor(-logs[k] / WIDTH)]++;
  if (effectiveNumber(counts, 1) <= LEADING) return;
  let [low, high] = [1, MOST_POWER];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (effectiveNumber(counts, middle) > LEADING) low = middle;
    else high = middle;
  }
  const power = 1 + extent * (high - 1);
  let sharpened = 0;
  for (let k = 0; k < logs.length; k++) {
    logs[k] = Math.exp(power * logs[k]);
    sharpened += logs[k];
  }
  const scale = ((1 - KEPT) * sum) / sharpened;
  for (let k = 0; k < scores.length; k++) scores[k] = KEPT * scores[k] + scale * logs[k];
}
