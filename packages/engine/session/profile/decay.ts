import type { Interest } from '../types.ts';

/**
 * Interest fades in two ways. In time, by two exponential accumulators: a short one for what is wanted in this
 * visit and a long one for taste, mixed so that nothing jumps when a visit ends. And by what follows: each later
 * shopper signal ages it a little, so that order matters even among signals of the same instant.
 */
/** Half-lives in ms, and the share of the short one; set by hand: a visit, and a week. */
export const SHORT_HALF_LIFE = 30 * 60_000;
export const LONG_HALF_LIFE = 7 * 24 * 60 * 60_000;
const SHORT_SHARE = 3 / 4;
/** The fraction of an interest that is left after one later shopper signal; set by hand. */
export const AGEING = 0.9;

/** Ageing by the number of later signals, as a table for the usual ones. */
const AGED = Float64Array.from({ length: 256 }, (_, steps) => AGEING ** steps);
const aged = (steps: number): number => AGED[steps] ?? AGEING ** steps;

const fading = (elapsed: number, halfLife: number): number => (elapsed > 0 ? 2 ** (-elapsed / halfLife) : 1);

/** Weaker interests count as 0: so close to it numbers lose their digits, and shares of them mean nothing. */
const LEAST = 1e-200;

/**
 * What an interest is worth at time `now` (ms) and shopper signal `step`:
 *
 *     0.9^(step − step₀) · (3/4 · short · 2^(−Δt / 30 min) + 1/4 · long · 2^(−Δt / 7 d))
 *
 * Time never runs backwards: before `interest.at` it is worth what it was then.
 */
export function strength(interest: Interest, now: number, step: number): number {
  const elapsed = now - interest.at;
  const worth =
    aged(Math.max(0, step - interest.step)) *
    (SHORT_SHARE * interest.short * fading(elapsed, SHORT_HALF_LIFE) +
      (1 - SHORT_SHARE) * interest.long * fading(elapsed, LONG_HALF_LIFE));
  return worth < LEAST ? 0 : worth;
}

/**
 * Adds `amount` at time `at` as shopper signal `step`. A signal that was buffered and carries an earlier time than
 * the interest counts as much as if it had come in time: it arrives faded.
 */
export function reinforce(
  interest: { -readonly [K in keyof Interest]: Interest[K] },
  amount: number,
  at: number,
  step: number,
): void {
  const left = aged(step - interest.step);
  const elapsed = at - interest.at;
  const late = -elapsed;
  interest.short =
    interest.short * left * fading(elapsed, SHORT_HALF_LIFE) + amount * fading(late, SHORT_HALF_LIFE);
  interest.long =
    interest.long * left * fading(elapsed, LONG_HALF_LIFE) + amount * fading(late, LONG_HALF_LIFE);
  interest.at = Math.max(at, interest.at);
  interest.step = step;
}
