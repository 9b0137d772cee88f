import type { Baseline } from './baseline.ts';

const REACH = 10;

/** Sequential rules (Kamehkhosh, Jannach & Ludewig 2017): followers of the last item, each counted 1/distance. */
export const sequentialRules: Baseline = ({ items, train }) => {
  const rules = Array.from({ length: items }, () => new Map<number, number>());
  for (const session of train) {
    for (let k = 1; k < session.length; k++) {
      for (let distance = 1; distance <= Math.min(REACH, k); distance++) {
        const followers = rules[session[k - distance]];
        followers.set(session[k], (followers.get(session[k]) ?? 0) + 1 / distance);
      }
    }
  }
  return {
    bytes: rules.reduce((sum, followers) => sum + followers.size * 16, 0),
    score(known, length, into) {
      for (const [item, value] of rules[known[length - 1]]) into.add(item, value);
    },
  };
};
