import type { TrainingSession, TrainingStep } from '@decidable/engine/ranking';

/** What a model learns of a visit. */
export interface LearnedVisit extends TrainingSession {
  readonly hostile: boolean;
}

/** A visit as the service receives it. */
export interface SimulatedVisit {
  /** The session of the visit; several visits of one session have the same. */
  readonly sessionId: string;
  /** IPv4 address of the sender. */
  readonly address: string;
  /** With the times that the sender gives, in their order; ms since the epoch. */
  readonly steps: readonly TrainingStep[];
  /** When the service received each step; ms since the epoch. */
  readonly received: readonly number[];
  readonly hostile: boolean;
}

/** When a visit ended by the times that it gives; ms since the epoch. */
export const endOf = ({ steps }: TrainingSession): number => steps.at(-1)!.at;

/** A visit whose steps arrive as they happen. */
export const arriving = (
  visit: Pick<SimulatedVisit, 'sessionId' | 'address' | 'steps' | 'hostile'>,
): SimulatedVisit => ({ ...visit, received: visit.steps.map(({ at }) => at) });

/** Of the interactions that were sent, hostile or honest ones, the share that was learned. */
export function shareLearned(
  learned: readonly LearnedVisit[],
  sent: readonly SimulatedVisit[],
  areHostile: boolean,
): number {
  const stepsOf = (visits: readonly LearnedVisit[]): number =>
    visits.reduce((sum, { steps, hostile }) => sum + (hostile === areHostile ? steps.length : 0), 0);
  return stepsOf(learned) / stepsOf(sent);
}
