import type { Context, InteractionKind, Profile } from '../../session/types.ts';
import { movesAmong } from './visit-moves.ts';

/** One touch of a product in the history of an organization. */
export interface TrainingStep {
  readonly item: string;
  /** `viewed` when absent. */
  readonly touch?: InteractionKind;
  /** ms since the epoch */
  readonly at: number;
  /**
   * The session's profile just before this step, where it said more than which products it touched: searches, filters.
   * With it training learns how much such words count.
   */
  readonly before?: Profile;
}

/** A visit in the history of an organization. */
export interface TrainingSession {
  /** In time order. */
  readonly steps: readonly TrainingStep[];
  readonly context?: Partial<Context> | undefined;
}

/** The steps of a visit that are moves, see `visit-moves.ts`: what follows what, and comes next, is about these. */
export function movesOf({ steps }: TrainingSession): TrainingStep[] {
  const moves = movesAmong(steps, ({ item }) => item);
  return steps.filter((_, k) => moves[k] === 1);
}

/** How much a touch says about what is popular. */
export const POPULARITY_OF: Readonly<Record<InteractionKind, number>> = {
  viewed: 1,
  compared: 1.5,
  wished: 2,
  carted: 3,
  bought: 5,
  removed: 0,
  dismissed: 0,
};
