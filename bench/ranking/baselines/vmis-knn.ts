import { type Baseline, withoutLast } from './baseline.ts';
import { bytesOf, sessionsOfItems } from './sessions-of-items.ts';

/** The number of most recent sessions of an item that are read. */
const SAMPLE = 500;

interface Settings {
  readonly neighbours: number;
  /** Items of the session that are read, the latest. */
  readonly longest: number;
}

/** VMIS-kNN (Kersbergen, Sprangers & Schelter, Serenade, SIGMOD 2022). */
const vmisKnnWith =
  ({ neighbours: most, longest }: Settings): Baseline =>
  (task) => {
    const { train, endedAt } = task;
    const lists = sessionsOfItems(task, SAMPLE);
    const sets = train.map((session) => new Set(session));
    const support = new Float64Array(task.items);
    for (const set of sets) for (const item of set) support[item]++;
    return {
      bytes: bytesOf(task, lists),
      score(known, length, into) {
        const recent = known.subarray(Math.max(0, length - longest), length);
        const found = new Map<number, { similarity: number; newest: number }>();
        const seen = new Set<number>();
        for (let k = recent.length - 1; k >= 0; k--) {
          const item = recent[k];
          if (seen.has(item)) continue;
          seen.add(item);
          for (const session of lists[item]) {
            const neighbour = found.get(session);
            if (neighbour === undefined) {
              found.set(session, { similarity: (k + 1) / recent.length, newest: recent.length - k });
            } else neighbour.similarity += (k + 1) / recent.length;
          }
        }
        const neighbours = [...found]
          .sort((a, b) => b[1].similarity - a[1].similarity || endedAt[b[0]] - endedAt[a[0]] || b[0] - a[0])
          .slice(0, most);
        for (const [session, { similarity, newest }] of neighbours) {
          const position = newest < 10 ? 1 - 0.1 * newest : 0;
          for (const item of sets[session]) {
            into.add(item, similarity * position * Math.log(train.length / support[item]));
          }
        }
      },
    };
  };

/** The grid that Serenade searches, without equivalent values; its recommendations exclude the current item. */
export const vmisKnn: readonly Baseline[] = [2, 9]
  .flatMap((longest) => [100, 500].map((neighbours) => vmisKnnWith({ neighbours, longest })))
  .flatMap((plain) => [plain, withoutLast(plain)]);
