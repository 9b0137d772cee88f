import type { TrainingSession } from '@decidable/engine/ranking';
import { WITHIN } from '../../outcomes/exposed-decisions.ts';
import type { LoggedSignal, SessionId } from '../../storage/ports.ts';
import type { AskedSession, AskedVisit } from '../query-counts.ts';
import { isBare, lessonOf, readVisits, type Visit } from '../visits.ts';
import type { Admission } from './admission.ts';

/** What one session teaches: its visits without those that were put aside. */
export class SessionLessons {
  /** The visits that a model learns, oldest first. */
  readonly lessons: readonly TrainingSession[];
  /** What was searched for in these visits, and in those without interactions; only visits with searches. */
  readonly asked: AskedSession;
  /** Visits that were put aside, of those from which something could be learned. */
  readonly putAside: number;
  readonly #visits: readonly { readonly begins: number; readonly ends: number; readonly teaches: boolean }[];

  constructor(sessionId: SessionId, visits: readonly Visit[], admission: Admission) {
    const taught = visits.filter((visit) => admission.teaches(sessionId, visit));
    this.lessons = taught.filter(({ steps }) => steps.length > 0).map(lessonOf);
    this.asked = taught.filter(({ searches }) => searches.length > 0).map(askedOf);
    this.putAside = visits.filter(
      (visit) => !isBare(visit) && admission.reason(sessionId, visit) !== undefined,
    ).length;
    this.#visits = visits.map((visit) => {
      const { begins, ends } = visit;
      return { begins, ends, teaches: admission.teaches(sessionId, visit) };
    });
  }

  /** @param options those of `readVisits` */
  static async read(
    sessionId: SessionId,
    log: readonly LoggedSignal[],
    admission: Admission,
    options?: Parameters<typeof readVisits>[1],
  ): Promise<SessionLessons> {
    return new SessionLessons(sessionId, await readVisits(log, options), admission);
  }

  /**
   * Whether choices from a ranking teach: all visits in which they may have been made do. These are the visits at the
   * time of the ranking and soon after it, else the last one before it.
   *
   * @param time of the ranking; ms since the epoch
   */
  teachesFrom(time: number): boolean {
    const soon = this.#visits.filter(({ begins, ends }) => begins <= time + WITHIN && ends >= time);
    if (soon.length > 0) return soon.every(({ teaches }) => teaches);
    return this.#visits.findLast(({ begins }) => begins <= time)?.teaches === true;
  }
}

const askedOf = ({ searches, chosen, begins, source }: Visit): AskedVisit => ({
  searches,
  chosen,
  begins,
  block: source?.isRobot === false ? source.block : undefined,
});
