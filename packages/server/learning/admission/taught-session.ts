import type { TrainingSession } from '@decidable/engine/ranking';
import type { LoggedSignal, SessionId } from '../../storage/ports.ts';
import type { AskedSession, AskedVisit } from '../query-counts.ts';
import { lessonOf, readVisits, type Visit } from '../visits.ts';
import type { Admission } from './admission.ts';

/** What one session teaches: its visits without those that were put aside. */
export class TaughtSession {
  /** The visits that a model learns, oldest first. */
  readonly lessons: readonly TrainingSession[];
  /** What was searched for in these visits, and in those without interactions; only visits with searches. */
  readonly asked: AskedSession;
  /** Visits that were put aside. */
  readonly putAside: number;
  readonly #visits: readonly { readonly begins: number; readonly teaches: boolean }[];

  constructor(sessionId: SessionId, visits: readonly Visit[], admission: Admission) {
    const judged = visits.map((visit) => ({
      visit,
      begins: visit.begins,
      teaches: admission.reason(sessionId, visit) === undefined,
    }));
    const taught = judged.filter(({ teaches }) => teaches).map(({ visit }) => visit);
    this.lessons = taught.filter(({ steps }) => steps.length > 0).map(lessonOf);
    this.asked = taught.filter(({ searches }) => searches.length > 0).map(askedOf);
    this.putAside = visits.length - taught.length;
    this.#visits = judged.map(({ begins, teaches }) => ({ begins, teaches }));
  }

  /** @param options those of `readVisits` */
  static async read(
    sessionId: SessionId,
    log: readonly LoggedSignal[],
    admission: Admission,
    options?: Parameters<typeof readVisits>[1],
  ): Promise<TaughtSession> {
    return new TaughtSession(sessionId, await readVisits(log, options), admission);
  }

  /** Whether what was done at a time teaches: the visit of that time, or the first one after it, is not put aside. */
  teachesAt(time: number): boolean {
    const during = this.#visits.findLast(({ begins }) => begins <= time) ?? this.#visits[0];
    return during?.teaches !== false;
  }
}

const askedOf = ({ searches, begins, source }: Visit): AskedVisit => ({
  searches,
  begins,
  block: source?.isRobot === false ? source.block : undefined,
});
