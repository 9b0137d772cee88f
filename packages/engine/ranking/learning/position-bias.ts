/** One showing of a list: what stood at which position (counted from 1), and what was clicked. */
export interface Showing {
  readonly shown: readonly { readonly item: string; readonly position: number; readonly clicked: boolean }[];
}

/** Positions further down share one examination. */
export const DEEPEST = 50;
const STEPS = 60;
/** Pseudo-showings at the shipped curve, so that rare positions do not jump. */
const BELIEF = 20;

/** Without data: the chance that a position is looked at falls as 1/√position. */
function shippedExamination(): Float64Array {
  return Float64Array.from({ length: DEEPEST }, (_, k) => 1 / Math.sqrt(k + 1));
}

/**
 * The chance that a shopper looks at each position, relative to the first, estimated from clicks by EM under the
 * position-based model (Richardson et al. 2007; Wang et al. 2018): a click is an examined position and an attractive
 * item. It needs items that were shown at several positions; without any it stays at the shipped curve.
 */
export function estimateExamination(showings: readonly Showing[]): Float64Array {
  const shipped = shippedExamination();
  const numbers = new Map<string, number>();
  const items: number[] = [];
  const places: number[] = [];
  const clicks: number[] = [];
  for (const { shown } of showings) {
    for (const { item, position, clicked } of shown) {
      let number = numbers.get(item);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(item, number);
      }
      items.push(number);
      places.push(placeOf(position));
      clicks.push(clicked ? 1 : 0);
    }
  }
  if (clicks.length === 0) return shipped;
  let examination = shipped.slice();
  let attraction = new Float64Array(numbers.size).fill(0.2);
  for (let step = 0; step < STEPS; step++) {
    const examined = shipped.map((chance) => BELIEF * chance);
    const shownAt = new Float64Array(DEEPEST).fill(BELIEF);
    const attracted = new Float64Array(numbers.size).fill(0.2);
    const shownOf = new Float64Array(numbers.size).fill(1);
    for (let r = 0; r < clicks.length; r++) {
      const place = places[r];
      const item = items[r];
      const e = examination[place];
      const a = attraction[item];
      const passed = Math.max(1e-9, 1 - e * a);
      examined[place] = examined[place] + (clicks[r] === 1 ? 1 : (e * (1 - a)) / passed);
      attracted[item] = attracted[item] + (clicks[r] === 1 ? 1 : (a * (1 - e)) / passed);
      shownAt[place] = shownAt[place] + 1;
      shownOf[item] = shownOf[item] + 1;
    }
    examination = examined.map((sum, place) => sum / shownAt[place]);
    attraction = attracted.map((sum, item) => sum / shownOf[item]);
    // Only products of the two are seen, so that one scale has to be chosen: the first position is always looked at.
    const first = examination[0];
    examination = examination.map((chance) => Math.min(1, chance / first));
    attraction = attraction.map((chance) => Math.min(1, chance * first));
  }
  return examination;
}

/** Place of a position, counted from 1, in an array of examination. */
export function placeOf(position: number): number {
  return Math.min(Math.max(1, Math.floor(position)), DEEPEST) - 1;
}
