import { type Baseline, withoutLast } from './baseline.ts';
import { bytesOf, sessionsOfItems } from './sessions-of-items.ts';

/** The number of most recent sessions with a common item that are compared. */
const SAMPLE = 1000;

interface Settings {
  readonly neighbours: number;
  /** How much the items of the session weigh in the similarity, and their newest match in the score. */
  readonly power: 1 | 2;
  /** Divides by the length of the neighbour too, as the cosine of SKNN does; V-SKNN itself does not. */
  readonly cosine: boolean;
}

/**
 * Vector multiplication session-kNN (Ludewig & Jannach 2018): items of the session weigh by position, and a
 * neighbour's items count by the similarity, by where the newest shared item lies, and by idf.
 */
const vSknnWith =
  ({ neighbours: most, power, cosine }: Settings): Baseline =>
  (task) => {
    const { train, endedAt } = task;
    const lists = sessionsOfItems(task, Number.POSITIVE_INFINITY);
    const sets = train.map((session) => new Set(session));
    return {
      bytes: bytesOf(task, lists),
      score(known, length, into) {
        const weight = new Map<number, number>();
        for (let k = 0; k < length; k++) weight.set(known[k], ((k + 1) / length) ** power);
        const possible = new Set<number>();
        for (const item of weight.keys()) for (const session of lists[item]) possible.add(session);
        const sample = [...possible].sort((a, b) => endedAt[b] - endedAt[a] || b - a).slice(0, SAMPLE);
        const neighbours = sample
          .map((session) => {
            let similarity = 0;
            for (const [item, value] of weight) if (sets[session].has(item)) similarity += value;
            return { session, similarity: cosine ? similarity / Math.sqrt(sets[session].size) : similarity };
          })
          .sort((a, b) => b.similarity - a.similarity)
          .slice(0, most);
        for (const { session, similarity } of neighbours) {
          let back = 1;
          while (back <= length && !sets[session].has(known[length - back])) back++;
          const decay = power === 1 ? Math.max(0, 1 - 0.1 * back) : 1 / back ** 2;
          for (const item of sets[session]) {
            const idf = Math.log(train.length / lists[item].length);
            into.add(item, similarity * decay * (1 + idf));
          }
        }
      },
    };
  };

/** As published, with the settings for clicks in a shop (Ludewig et al. 2021), and with the cosine. */
const SETTINGS: readonly Settings[] = [
  { neighbours: 500, power: 1, cosine: false },
  { neighbours: 100, power: 2, cosine: false },
  { neighbours: 500, power: 1, cosine: true },
];

export const vSknn: readonly Baseline[] = SETTINGS.map(vSknnWith).flatMap((plain) => [
  plain,
  withoutLast(plain),
]);
