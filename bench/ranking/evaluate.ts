import { performance } from 'node:perf_hooks';
import { type Metrics, type ReliabilityBin, Score } from './metrics.ts';
import { type NewItems, PartialScore, pairsOf } from './new-items.ts';
import type { Method, Task } from './predictor.ts';
import type { BenchSession } from './session-files.ts';

export interface Evaluation extends Metrics {
  readonly predictions: number;
  /**
   * HR@20 and MRR@20 over all steps of the test sessions: steps to an item that is not in the training data, or after
   * only such items, count as misses. Literature that keeps these items in its test set counts in this way.
   */
  readonly hr20OfSteps: number;
  readonly mrr20OfSteps: number;
  readonly fitMs: number;
  readonly bytes: number;
  readonly reliability: readonly ReliabilityBin[];
  /** Of items that are new to the session; and of those, the ones that no training session shares with the last item. */
  readonly newItems: NewItems;
  readonly newPairs: NewItems;
}

/** Steps of the unfiltered sessions, with items that are not in the training data. */
export function stepsOf(test: readonly BenchSession[]): number {
  return test.reduce((sum, { steps }) => sum + Math.max(0, steps.length - 1), 0);
}

/** Trains a method, then predicts the item after every prefix of every test session. */
export function evaluate(
  method: Method,
  task: Task,
  test: readonly BenchSession[],
  numbers: ReadonlyMap<string, number>,
): Evaluation {
  const started = performance.now();
  const predictor = method(task);
  const fitMs = performance.now() - started;
  const met = pairsOf(task.train);
  const score = new Score();
  const newItems = new PartialScore();
  const newPairs = new PartialScore();
  for (const session of test) {
    const steps = session.steps.filter(({ item }) => numbers.has(item));
    if (steps.length < 2) continue;
    const known = { id: session.id, steps };
    const items = Int32Array.from(steps, ({ item }) => numbers.get(item)!);
    for (let length = 1; length < items.length; length++) {
      const begun = performance.now();
      const top = predictor.rank(known, items, length);
      const milliseconds = performance.now() - begun;
      const target = items[length];
      const given = predictor.probabilities(target);
      const rank = score.add(top, given.top, target, given.target, milliseconds);
      if (items.subarray(0, length).includes(target)) continue;
      newItems.add(rank);
      if (!met(items[length - 1], target)) newPairs.add(rank);
    }
  }
  const metrics = score.metrics(task.items);
  const share = score.predictions / stepsOf(test);
  return {
    predictions: score.predictions,
    ...metrics,
    hr20OfSteps: metrics.hr20 * share,
    mrr20OfSteps: metrics.mrr20 * share,
    fitMs,
    bytes: predictor.bytes,
    reliability: score.reliability(),
    newItems: newItems.result(),
    newPairs: newPairs.result(),
  };
}
