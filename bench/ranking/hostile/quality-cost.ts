import {
  bind,
  type CatalogueIndex,
  Mixture,
  type Model,
  profileOf,
  sessionStateOf,
  topOf,
} from '@decidable/engine/ranking';
import { CUTOFF } from '../metrics.ts';
import type { BenchSession } from '../session-files.ts';

/** HR@20 and MRR@20 of one session, summed over its predictions. */
interface Hits {
  readonly predictions: number;
  readonly hits: number;
  readonly reciprocal: number;
}

/** A mean difference and its standard error over sessions. */
export interface Difference {
  readonly mean: number;
  readonly error: number;
}

export interface Quality {
  readonly hr20: number;
  readonly mrr20: number;
}

export interface Cost {
  readonly predictions: number;
  readonly before: Quality;
  readonly hr20: Difference;
  readonly mrr20: Difference;
}

/** A profile keeps as many interactions. */
const REMEMBERED = 50;

function hitsOf(model: Model, index: CatalogueIndex, sessions: readonly BenchSession[]): Hits[] {
  const bound = bind(index, model);
  const tiers = new Int32Array(index.size);
  return sessions.map(({ steps: all }) => {
    const steps = all.filter(({ item }) => index.ids.find(item) !== undefined);
    let [predictions, hits, reciprocal] = [0, 0, 0];
    for (let length = 1; length < steps.length; length++) {
      const touches = steps
        .slice(Math.max(0, length - REMEMBERED), length)
        .map(({ item, at }, k) => ({ id: item, touch: 'viewed' as const, at, step: k + 1 }));
      const profile = profileOf(touches);
      const mixture = new Mixture(sessionStateOf(bound, profile, [], profile.lastSeenAt));
      const place = topOf(mixture.scores(), tiers, CUTOFF).indexOf(index.ids.find(steps[length].item)!);
      mixture.close();
      predictions++;
      if (place < 0) continue;
      hits++;
      reciprocal += 1 / (place + 1);
    }
    return { predictions, hits, reciprocal };
  });
}

/** The ratio of two sums over sessions, with the error of the linearised ratio (Cochran 1977, 2.9). */
function ratio(of: readonly number[], to: readonly number[]): Difference {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const whole = sum(to);
  const mean = sum(of) / whole;
  const n = of.length;
  const variance = sum(of.map((value, k) => (value - mean * to[k]) ** 2)) * (n / Math.max(1, n - 1));
  return { mean, error: Math.sqrt(variance) / whole };
}

/** What one model predicts better than another, for the same sessions. */
export function costOf(
  before: Model,
  after: Model,
  index: CatalogueIndex,
  sessions: readonly BenchSession[],
): Cost {
  const [first, second] = [before, after].map((model) => hitsOf(model, index, sessions));
  const predictions = first.map(({ predictions }) => predictions);
  const by = (pick: (hits: Hits) => number): Difference =>
    ratio(
      first.map((hits, k) => pick(second[k]) - pick(hits)),
      predictions,
    );
  return {
    predictions: predictions.reduce((all, count) => all + count, 0),
    before: {
      hr20: ratio(
        first.map(({ hits }) => hits),
        predictions,
      ).mean,
      mrr20: ratio(
        first.map(({ reciprocal }) => reciprocal),
        predictions,
      ).mean,
    },
    hr20: by(({ hits }) => hits),
    mrr20: by(({ reciprocal }) => reciprocal),
  };
}
