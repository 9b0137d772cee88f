import {
  type EncodedAttribute,
  entropy,
  fitAnswerDistribution,
  imputeHotDeck,
} from '@decidable/engine/information';
import { chance, shuffled } from './chance.ts';
import type { Truth } from './truth.ts';

/**
 * Bias of the estimated entropy of a full column when only n of its products are recorded, at random: the mean over
 * columns of (estimate − truth) in bits, and the root of the mean square. Columns of at least 2n products count.
 */
export interface Bias {
  readonly estimator: string;
  readonly n: number;
  readonly columns: number;
  readonly bias: number;
  readonly error: number;
}

const SAMPLE_SIZES = [5, 10, 30, 100, 1000];
const REPEATS = 5;
/** Larger columns are cut to so many products, which does not affect estimates from a sample of 1,000. */
const MOST_PRODUCTS = 10_000;

type Estimator = (recorded: readonly number[], products: number, seed: number) => number;

const ESTIMATORS: Readonly<Record<string, Estimator>> = {
  'plug-in': (recorded) => entropy(countsOf(recorded)),
  'Miller-Madow': (recorded) => {
    const counts = countsOf(recorded);
    return entropy(counts) + (counts.length - 1) / (2 * recorded.length) / Math.LN2;
  },
  'Chao-Shen': (recorded) => chaoShen(countsOf(recorded), recorded.length),
  'Pitman-Yor (audit)': (recorded, products, seed) => ofAudit(recorded, products, seed),
};

/** Sums over many truths; `finish` gives the table. */
export class Biases {
  readonly #sums = new Map<string, { columns: number; bias: number; square: number }>();

  add(truth: Truth, seed: number): void {
    truth.columns.forEach((column, index) => {
      if (column.answers.some((held) => held.length > 1)) return;
      const all = column.answers.slice(0, MOST_PRODUCTS).map(([answer]) => answer);
      const target = entropy(countsOf(all));
      for (const n of SAMPLE_SIZES) {
        if (all.length < 2 * n) continue;
        for (const [name, estimate] of Object.entries(ESTIMATORS)) {
          let bias = 0;
          let square = 0;
          for (let repeat = 0; repeat < REPEATS; repeat++) {
            const random = chance(seed * 31 + index * 7 + n + repeat * 1009);
            const error = estimate(shuffled(all, random).slice(0, n), all.length, repeat) - target;
            bias += error / REPEATS;
            square += (error * error) / REPEATS;
          }
          const key = `${name}|${n}`;
          const sum = this.#sums.get(key) ?? { columns: 0, bias: 0, square: 0 };
          sum.columns++;
          sum.bias += bias;
          sum.square += square;
          this.#sums.set(key, sum);
        }
      }
    });
  }

  finish(): Bias[] {
    return [...this.#sums].map(([key, { columns, bias, square }]) => {
      const [estimator, n] = key.split('|');
      return { estimator, n: Number(n), columns, bias: bias / columns, error: Math.sqrt(square / columns) };
    });
  }
}

function countsOf(values: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

/** Chao and Shen 2003: coverage-adjusted shares, Horvitz-Thompson over the values seen. */
function chaoShen(counts: readonly number[], n: number): number {
  const once = counts.filter((count) => count === 1).length;
  const coverage = 1 - (once === n ? n - 1 : once) / n;
  return counts.reduce((bits, count) => {
    const share = (coverage * count) / n;
    return bits - (share * Math.log2(share)) / (1 - (1 - share) ** n);
  }, 0);
}

/** The audit's estimate for columns without predictors: gaps drawn by the fitted law, entropy of the result. */
function ofAudit(recorded: readonly number[], products: number, seed: number): number {
  const numbers = new Map<number, number>();
  const cell = new Int32Array(products).fill(-1);
  recorded.forEach((value, product) => {
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    cell[product] = numbers.get(value)!;
  });
  const identity = Int32Array.from({ length: numbers.size + 1 }, (_, index) => index);
  const answers: EncodedAttribute = {
    name: 'column',
    ranges: false,
    count: numbers.size,
    cell,
    single: true,
    start: identity,
    answers: identity.slice(0, numbers.size),
  };
  const law = fitAnswerDistribution(answers);
  let bits = 0;
  for (let draw = 0; draw < 4; draw++) {
    const filled = imputeHotDeck(answers, { chain: [], strengths: [] }, [], law, seed * 4 + draw);
    bits += entropy(countsOf([...filled.cell])) / 4;
  }
  return bits;
}
