/** The ranks and the predicted probabilities of the next items. */
export interface Outcome {
  /** Counted from 1; `Infinity` past the list. */
  readonly rank: number;
  readonly probability: number;
}

export interface Metrics {
  hr5: number;
  hr10: number;
  hr20: number;
  mrr5: number;
  mrr10: number;
  mrr20: number;
  ndcg20: number;
  /** Share of the ranked items that were among some first 20. */
  coverage: number;
  /** Mean natural logarithm of the predicted probability of the next item. */
  logLikelihood: number;
  msP50: number;
  msP90: number;
  msP99: number;
}

export const CUTOFF = 20;

/** One bin of a reliability table: how often predictions of about this probability were right. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly predictions: number;
  readonly meanProbability: number;
  readonly hitRate: number;
}

const BIN_EDGES = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1];

/** Collects outcomes one by one. */
export class Score {
  readonly #ranks: number[] = [];
  #logs = 0;
  readonly #times: number[] = [];
  readonly #shown = new Set<number>();
  readonly #bins = BIN_EDGES.slice(1).map(() => ({ predictions: 0, probability: 0, hits: 0 }));

  /** `top` are the first items with their probabilities; `target` is the next item, whose rank is returned. */
  add(
    top: ArrayLike<number>,
    probabilities: ArrayLike<number>,
    target: number,
    probability: number,
    milliseconds: number,
  ): number {
    let rank = Number.POSITIVE_INFINITY;
    for (let r = 0; r < Math.min(top.length, CUTOFF); r++) {
      this.#shown.add(top[r]);
      const hit = top[r] === target;
      if (hit) rank = r + 1;
      let bin = BIN_EDGES.length - 2;
      while (bin > 0 && probabilities[r] < BIN_EDGES[bin]) bin--;
      const counted = this.#bins[bin];
      counted.predictions++;
      counted.probability += probabilities[r];
      if (hit) counted.hits++;
    }
    this.#ranks.push(rank);
    this.#logs += Math.log(probability);
    this.#times.push(milliseconds);
    return rank;
  }

  get predictions(): number {
    return this.#ranks.length;
  }

  metrics(items: number): Metrics {
    const n = this.#ranks.length;
    const mean = (value: (rank: number) => number): number =>
      this.#ranks.reduce((sum, rank) => sum + value(rank), 0) / n;
    const hr = (at: number): number => mean((rank) => (rank <= at ? 1 : 0));
    const mrr = (at: number): number => mean((rank) => (rank <= at ? 1 / rank : 0));
    const times = Float64Array.from(this.#times).sort();
    const quantile = (q: number): number => times[Math.min(n - 1, Math.floor(q * n))];
    return {
      hr5: hr(5),
      hr10: hr(10),
      hr20: hr(20),
      mrr5: mrr(5),
      mrr10: mrr(10),
      mrr20: mrr(20),
      ndcg20: mean((rank) => (rank <= CUTOFF ? 1 / Math.log2(rank + 1) : 0)),
      coverage: this.#shown.size / items,
      logLikelihood: this.#logs / n,
      msP50: quantile(0.5),
      msP90: quantile(0.9),
      msP99: quantile(0.99),
    };
  }

  reliability(): ReliabilityBin[] {
    return this.#bins.map(({ predictions, probability, hits }, k) => ({
      from: BIN_EDGES[k],
      to: BIN_EDGES[k + 1],
      predictions,
      meanProbability: predictions === 0 ? 0 : probability / predictions,
      hitRate: predictions === 0 ? 0 : hits / predictions,
    }));
  }
}
