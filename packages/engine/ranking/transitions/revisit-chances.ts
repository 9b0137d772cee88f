import { movesOf, type TrainingSession } from '../model/training-session.ts';

/**
 * How likely an earlier product of a session comes next, by what the session shows: how far back it was seen last,
 * how often, whether it came right after an earlier occurrence of the current product, and whether right before one.
 */
const GAPS = [1, 2, 3, 4, 6, 11] as const;
const COUNTS = 3;
const REVISIT_CELLS = GAPS.length * COUNTS * 4;

/** Products further back than this are not looked for. */
const LONGEST = 50;
/** Opportunities that the shipped chances count for. */
const BELIEF = 30;

/** Place in the table. `gap` counts from 1, the product before the current one. */
export function revisitCell(gap: number, count: number, follows: boolean, precedes: boolean): number {
  let g = GAPS.length - 1;
  while (g > 0 && gap < GAPS[g]) g--;
  return ((g * COUNTS + Math.min(count, COUNTS) - 1) * 2 + (follows ? 1 : 0)) * 2 + (precedes ? 1 : 0);
}

/** Without history: the less likely the longer ago, the likelier the more often, and likelier along trodden paths. */
export function defaultRevisits(): Float64Array {
  const table = new Float64Array(REVISIT_CELLS);
  for (const gap of GAPS) {
    for (let count = 1; count <= COUNTS; count++) {
      for (const follows of [false, true]) {
        for (const precedes of [false, true]) {
          table[revisitCell(gap, count, follows, precedes)] =
            ((0.1 * (1 + 0.4 * (count - 1))) / (1 + 0.35 * gap)) * (follows ? 2 : 1) * (precedes ? 1.5 : 1);
        }
      }
    }
  }
  return table;
}

/** The chances in sessions, drawn towards the shipped ones where there are few. */
export function measureRevisits(sessions: readonly TrainingSession[]): Float64Array {
  const chances = defaultRevisits();
  const tries = new Float64Array(chances.length);
  const hits = new Float64Array(chances.length);
  for (const session of sessions) {
    const items = movesOf(session).map(({ item }) => item);
    for (let k = 2; k < items.length; k++) {
      const from = Math.max(0, k - LONGEST);
      for (let j = k - 2; j >= from; j--) {
        const item = items[j];
        if (item === items[k - 1] || items.lastIndexOf(item, k - 2) !== j) continue;
        const cell = cellIn(items, from, k - 1, j);
        tries[cell]++;
        if (items[k] === item) hits[cell]++;
      }
    }
  }
  return chances.map((chance, cell) => (hits[cell] + BELIEF * chance) / (tries[cell] + BELIEF));
}

/** Cell of the product at `at`, its latest occurrence, where the current product is at `last`. */
export function cellIn<T>(products: ArrayLike<T>, from: number, last: number, at: number): number {
  const product = products[at];
  const current = products[last];
  let count = 0;
  let follows = false;
  let precedes = false;
  for (let j = at; j >= from; j--) {
    if (products[j] !== product) continue;
    count++;
    if (j > from && products[j - 1] === current) follows = true;
    if (j + 1 < last && products[j + 1] === current) precedes = true;
  }
  return revisitCell(last - at, count, follows, precedes);
}
