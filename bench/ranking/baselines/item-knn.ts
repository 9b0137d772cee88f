import type { Baseline } from './baseline.ts';

/** Damping of rare items, as in Hidasi et al. (2016), and neighbours kept of each item. */
const DAMPING = 20;
const NEIGHBOURS = 100;

/** Item-to-item cosine over sessions, for the last item. */
export const itemKnn: Baseline = ({ items, train }) => {
  const support = new Float64Array(items);
  const shared = Array.from({ length: items }, () => new Map<number, number>());
  for (const session of train) {
    const distinct = [...new Set(session)];
    for (const item of distinct) support[item]++;
    for (const a of distinct) {
      for (const b of distinct) if (a !== b) shared[a].set(b, (shared[a].get(b) ?? 0) + 1);
    }
  }
  const neighbours = shared.map((counts, item) =>
    [...counts]
      .map(
        ([other, count]) =>
          [other, count / Math.sqrt((support[item] + DAMPING) * (support[other] + DAMPING))] as const,
      )
      .sort((a, b) => b[1] - a[1])
      .slice(0, NEIGHBOURS),
  );
  return {
    bytes: neighbours.reduce((sum, list) => sum + list.length * 16, 0),
    score(known, length, into) {
      for (const [item, similarity] of neighbours[known[length - 1]]) into.add(item, similarity);
    },
  };
};
