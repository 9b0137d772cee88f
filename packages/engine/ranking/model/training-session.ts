import type { Context, FoldedProfile, InteractionKind } from '../../session/types.ts';
import { movesAmong } from './visit-moves.ts';

/** One interaction with a product in the history of an organization. */
export interface TrainingStep {
  /** Product id. */
  readonly item: string;
  /** Kind of interaction; `viewed` when absent. */
  readonly touch?: InteractionKind;
  /** ms since the epoch */
  readonly at: number;
  /**
   * The profile just before this step, for sessions with explicit signals (searches, filters). Training learns from
   * it how much explicit signals count. When absent, the profile is built from the earlier steps.
   */
  readonly before?: FoldedProfile;
}

/** A visit in the history of an organization. */
export interface TrainingSession {
  /** In time order. */
  readonly steps: readonly TrainingStep[];
  readonly context?: Partial<Context> | undefined;
}

/** The steps of a visit that are moves, see `visit-moves.ts`. Transitions and predictions are about moves only. */
export function movesOf({ steps }: TrainingSession): TrainingStep[] {
  const moves = movesAmong(steps, ({ item }) => item);
  return steps.filter((_, k) => moves[k] === 1);
}

/** Weight of each kind of interaction in popularity. Set by hand. */
export const POPULARITY_OF: Readonly<Record<InteractionKind, number>> = {
  viewed: 1,
  compared: 1.5,
  wished: 2,
  carted: 3,
  bought: 5,
  removed: 0,
  dismissed: 0,
};
