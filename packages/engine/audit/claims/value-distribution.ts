import type { Attribute } from '../../catalogue/types.ts';
import { logGamma } from '../../primitives/log-gamma.ts';
import { NUMBER_ENDING, SHIFT_LOG_ODDS } from '../constants.ts';

// The distribution of values in a column, regardless of the product. All likelihoods are natural logarithms
// of the probability of a sequence.

/** Counts by category among the recorded and the new cells. */
export interface Counts {
  readonly recorded: ReadonlyMap<number, number>;
  readonly fresh: ReadonlyMap<number, number>;
}

/**
 * Counts of cells among all trusted products and among the new cells, for cells that were recorded before.
 */
export function countsOf(
  { cell }: Attribute,
  trusted: readonly number[],
  touched: readonly number[],
): Counts {
  const recorded = new Map<number, number>();
  const fresh = new Map<number, number>();
  for (const product of trusted) add(recorded, cell[product]);
  for (const product of touched) if (recorded.has(cell[product])) add(fresh, cell[product]);
  return { recorded, fresh };
}

/**
 * Counts of number endings: the last digit together with the number of decimals. Real prices have typical
 * endings; invented numbers end in any digit.
 */
export function endingsOf(
  { cell, cells, values }: Attribute,
  trusted: readonly number[],
  touched: readonly number[],
): Counts {
  const endings = values.map(({ label }) => {
    const digits = /(\d*)(\d)\D*$/.exec(label.slice(-NUMBER_ENDING));
    if (digits === null) return -1;
    const isFraction = /[.,]\d*\d\D*$/.test(label.slice(-NUMBER_ENDING));
    return DIGITS * (isFraction ? digits[1].length + 1 : 0) + Number(digits[2]);
  });
  const count = (products: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const product of products)
      for (const value of cells[cell[product]]) if (endings[value] >= 0) add(counts, endings[value]);
    return counts;
  };
  return { recorded: count(trusted), fresh: count(touched) };
}

const DIGITS = 10;

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * Log-likelihood ratio of the new counts: distributed like the recorded ones, or in a way of their own,
 * against drawn uniformly from the `kinds`. Below 0 where the new ones are uniform and the recorded ones are
 * not.
 */
export function ratioAgainstUniform(counts: Counts, kinds: number): number {
  return ratioAgainst(counts, kinds, (of) => -sumOf(of) * Math.log(kinds));
}

/**
 * The same for endings, against uniform digits with as many decimals as the new numbers have: ten digits, or
 * nine where no number ends in 0, since most writers drop a trailing 0.
 */
export function ratioAgainstUniformDigits(endings: Counts): number {
  const digits = new Map<number, number>();
  for (const ending of endings.fresh.keys()) {
    const place = Math.floor(ending / DIGITS);
    digits.set(place, endings.fresh.has(place * DIGITS) ? DIGITS : DIGITS - 1);
  }
  return ratioAgainst(endings, DIGITS * digits.size, (of) => {
    const places = new Map<number, number>();
    let likelihood = 0;
    for (const [ending, count] of of) {
      const place = Math.floor(ending / DIGITS);
      places.set(place, (places.get(place) ?? 0) + count);
      likelihood -= count * Math.log(digits.get(place) ?? DIGITS);
    }
    return likelihood + dirichletLogLikelihood(places, places.size);
  });
}

/**
 * True cells follow the distribution of the recorded ones (a Pólya urn that contains them), which may itself
 * be uniform; or, with lower prior probability, a distribution of their own.
 */
function ratioAgainst(
  { recorded, fresh }: Counts,
  kinds: number,
  even: (counts: ReadonlyMap<number, number>) => number,
): number {
  const isEven = -Math.log1p(Math.exp(dirichletLogLikelihood(recorded, recorded.size) - even(recorded)));
  const evenly = even(fresh);
  const lawful = Math.max(
    polyaUrnLogLikelihood(recorded, fresh),
    dirichletLogLikelihood(fresh, kinds) - SHIFT_LOG_ODDS,
    evenly + isEven,
  );
  return lawful - evenly;
}

/** Log-likelihood of counts under an unknown distribution: a Dirichlet prior of total weight 1. */
function dirichletLogLikelihood(fresh: ReadonlyMap<number, number>, kinds: number): number {
  let likelihood = -logGamma(sumOf(fresh) + 1);
  for (const held of fresh.values()) likelihood += logGamma(held + 1 / kinds) - logGamma(1 / kinds);
  return likelihood;
}

/** Log-likelihood that `count` further cells all equal `cell`, by the Pólya urn of the recorded cells. */
export function constantLogLikelihood(
  recorded: ReadonlyMap<number, number>,
  cell: number,
  count: number,
): number {
  return polyaUrnLogLikelihood(recorded, new Map([[cell, count]]));
}

/**
 * Log-likelihood of new counts by a Pólya urn that contains the recorded ones. Unseen categories share the
 * probability that Good and Turing estimate for them: the share of categories recorded once.
 */
function polyaUrnLogLikelihood(
  recorded: ReadonlyMap<number, number>,
  fresh: ReadonlyMap<number, number>,
): number {
  const total = sumOf(recorded);
  let once = 0;
  for (const held of recorded.values()) if (held === 1) once++;
  let kinds = 0;
  for (const kind of fresh.keys()) if (!recorded.has(kind)) kinds++;
  const unseen = (once + 1) / (total + 2);
  let likelihood = logGamma(total + unseen) - logGamma(total + unseen + sumOf(fresh));
  for (const [kind, held] of fresh) {
    const before = recorded.get(kind) ?? unseen / kinds;
    likelihood += logGamma(before + held) - logGamma(before);
  }
  return likelihood;
}

function sumOf(counts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}
