import {
  bind,
  type CatalogueIndex,
  Mixture,
  type Model,
  profileOf,
  sessionStateOf,
} from '@decidable/engine/ranking';
import type { Profile } from '@decidable/engine/session';
import { below, chance, shuffled } from '../../audit/chance.ts';
import { CUTOFF } from '../metrics.ts';
import type { BenchSession } from '../session-files.ts';

/** A profile keeps as many interactions. */
const REMEMBERED = 50;

/** A list that a shopper sees: for the session so far, or for nobody in particular. */
export interface SeenList {
  readonly profile: Profile;
  readonly seen: ReadonlySet<string>;
}

const listOf = (steps: BenchSession['steps']): SeenList => ({
  profile: profileOf(
    steps
      .slice(-REMEMBERED)
      .map(({ item, at }, k) => ({ id: item, touch: 'viewed' as const, at, step: k + 1 })),
  ),
  seen: new Set(steps.map(({ item }) => item)),
});

/** The front page of an empty session, then a list of each of `count` sessions after a part of its views. */
export function seenLists(sessions: readonly BenchSession[], count: number, seed: number): SeenList[] {
  const random = chance(seed);
  const drawn = shuffled(sessions, random).slice(0, count);
  return [listOf([]), ...drawn.map(({ steps }) => listOf(steps.slice(0, 1 + below(steps.length, random))))];
}

/** Ranks of products, counted from 1: `[list][target]`. */
export type Ranks = readonly Float64Array[];

/** The ranks of the targets in all lists by a model. */
export function ranksOf(
  targets: readonly string[],
  lists: readonly SeenList[],
  model: Model,
  index: CatalogueIndex,
): Ranks {
  const bound = bind(index, model);
  const rows = targets.map((target) => index.ids.find(target)!);
  return lists.map(({ profile }) => {
    const mixture = new Mixture(sessionStateOf(bound, profile, [], profile.lastSeenAt));
    const score = mixture.scores();
    const ranks = Float64Array.from(rows, (row) => {
      let before = 0;
      for (let k = 0; k < score.length; k++) {
        if (score[k] > score[row] || (score[k] === score[row] && k < row)) before++;
      }
      return 1 + before;
    });
    mixture.close();
    return ranks;
  });
}

/** How far products rose, over all lists of sessions that had not seen them, and all of these products. */
export interface Rise {
  /** Places up; negative where a product fell. */
  readonly mean: number;
  readonly most: number;
  /** Share of the lists with the product among the first `CUTOFF`. */
  readonly shown: number;
  /** The best place of a product on the front page. */
  readonly front: number;
}

/** @param ranks by target: `[list]`, the first of them the front page */
export function riseOf(
  targets: readonly string[],
  lists: readonly SeenList[],
  before: Ranks,
  after: (target: number, list: number) => number,
): Rise {
  let [mean, most, shown, count] = [0, Number.NEGATIVE_INFINITY, 0, 0];
  let front = Number.POSITIVE_INFINITY;
  targets.forEach((target, t) => {
    front = Math.min(front, after(t, 0));
    for (let list = 1; list < lists.length; list++) {
      if (lists[list].seen.has(target)) continue;
      const rank = after(t, list);
      const rise = before[list][t] - rank;
      mean += rise;
      most = Math.max(most, rise);
      if (rank <= CUTOFF) shown++;
      count++;
    }
  });
  return { mean: mean / count, most, shown: shown / count, front };
}
