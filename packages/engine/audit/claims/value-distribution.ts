import type { Attribute } from '../../catalogue/types.ts';
import { logGamma } from '../../primitives/log-gamma.ts';
import { NUMBER_ENDING, SHIFT_LOG_ODDS } from '../constants.ts';

// How often each value occurs, whichever product has it. All likelihoods are natural logarithms, and those of
// sequences.

/** How often each of some kinds was recorded, and how often it is among the new cells. */
export interface Counts {
  readonly recorded: ReadonlyMap<number, number>;
  readonly fresh: ReadonlyMap<number, number>;
}

/** Counts of cells that were recorded before, in all trusted products and in the new cells. */
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
 * Counts of how numbers end, each ending the last digit and how many decimals it closes: prices end as prices do, and
 * invented numbers in any digit.
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
 * Log-likelihood ratio of the new ones: following the law of the recorded ones, or one of their own, against drawn
 * evenly from the `kinds`. Below 0 where they are spread evenly and the recorded ones are not.
 */
export function ratioAgainstUniform(counts: Counts, kinds: number): number {
  return ratioAgainst(counts, kinds, (of) => -sumOf(of) * Math.log(kinds));
}

/**
 * The same of endings, against digits drawn evenly for as many decimals as the new numbers have: of ten, or of nine
 * where no 0 closes any, since most writers of numbers drop it.
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
 * True cells follow the law of the recorded ones (a Pólya polyaUrnLogLikelihood that holds them), which may be the even one as well as
 * far as those say; or, which is rarer, a law of their own.
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

/** Log-likelihood of counts under a law that nothing is known of: a Dirichlet prior of weight 1 over the kinds. */
function dirichletLogLikelihood(fresh: ReadonlyMap<number, number>, kinds: number): number {
  let likelihood = -logGamma(sumOf(fresh) + 1);
  for (const held of fresh.values()) likelihood += logGamma(held + 1 / kinds) - logGamma(1 / kinds);
  return likelihood;
}

/** Log-likelihood that `count` cells after the recorded ones all say what `held` of these say, by the same polyaUrnLogLikelihood. */
export function constantLogLikelihood(
  recorded: ReadonlyMap<number, number>,
  cell: number,
  count: number,
): number {
  return polyaUrnLogLikelihood(recorded, new Map([[cell, count]]));
}

/** What was never recorded shares what Good and Turing leave for it: as much as the kinds recorded once. */
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
