import type { Baseline } from './baseline.ts';
import { bytesOf, sessionsOfItems } from './sessions-of-items.ts';

/** Sample of recent sessions and neighbours, as tuned in Ludewig et al. (2021) for these data. */
const SAMPLE = 1000;
const NEIGHBOURS = 500;

/**
 * Vector multiplication session-kNN (Ludewig & Jannach 2018): items of the session weigh linearly by position, and a
 * neighbour's items count by the similarity, by where the newest shared item lies, and by idf.
 */
export const vSknn: Baseline = (task) => {
  const { train, endedAt } = task;
  const lists = sessionsOfItems(task, Number.POSITIVE_INFINITY);
  const sets = train.map((session) => new Set(session));
  return {
    bytes: bytesOf(task, lists),
    score(known, length, into) {
      const weight = new Map<number, number>();
      for (let k = 0; k < length; k++) weight.set(known[k]!, (k + 1) / length);
      const possible = new Set<number>();
      for (const item of weight.keys()) for (const session of lists[item]!) possible.add(session);
      const sample = [...possible].sort((a, b) => endedAt[b]! - endedAt[a]! || b - a).slice(0, SAMPLE);
      const neighbours = sample
        .map((session) => {
          let similarity = 0;
          for (const [item, value] of weight) if (sets[session]!.has(item)) similarity += value;
          return { session, similarity: similarity / Math.sqrt(weight.size * sets[session]!.size) };
        })
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, NEIGHBOURS);
      for (const { session, similarity } of neighbours) {
        let back = 1;
        while (back <= length && !sets[session]!.has(known[length - back]!)) back++;
        const decay = Math.max(0, 1 - 0.1 * back);
        for (const item of sets[session]!) {
          const idf = Math.log(train.length / lists[item]!.length);
          into.add(item, similarity * decay * (1 + idf));
        }
      }
    },
  };
};
