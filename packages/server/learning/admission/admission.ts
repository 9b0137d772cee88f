import type { Ruling, SessionId } from '../../storage/ports.ts';
import { Pace } from '../../time-slices.ts';
import type { Visit } from '../visits.ts';
import { DayLedger } from './day-ledger.ts';
import type { Reason } from './reasons.ts';
import { reasonAlone } from './visit-alone.ts';
import { factsOf, type VisitFacts, visitId } from './visit-facts.ts';

const DAY = 86_400_000;

/** A visit that teaches nothing. */
export interface PutAside {
  readonly sessionId: SessionId;
  /** When the service saw it begin; ms since the epoch. */
  readonly begins: number;
  readonly reason: Reason;
}

/** The rulings of a shop whose owner has not ruled. */
const NO_RULINGS: ReadonlyMap<SessionId, Ruling> = new Map();

/**
 * Decides visit by visit which ones teach: a function of the visits and the rulings alone. A visit is compared with those
 * of its day (UTC), which is as long as address blocks keep their names.
 *
 * A training adds all visits of a shop and then settles them, in the order in which they began. Online steps settle
 * after each few visits that ended: what was settled stays, and later visits are measured by it. So they admit at most
 * as many visits of one block, sender or copy as a training whose day is longer; the next training decides anew.
 *
 * @example
 * const admission = new Admission();
 * admission.add(sessionId, visit);
 * await admission.settle();
 * admission.reason(sessionId, visit); // undefined: it teaches
 */
export class Admission {
  readonly #rulings: ReadonlyMap<SessionId, Ruling>;
  readonly #days = new Map<number, DayLedger>();
  #waiting: VisitFacts[] = [];
  /** By id of the visit; `undefined` for those that teach. */
  readonly #reasons = new Map<string, Reason | undefined>();

  constructor(rulings: ReadonlyMap<SessionId, Ruling> = NO_RULINGS) {
    this.#rulings = rulings;
  }

  /** Adds a visit, unless it was added before. */
  add(sessionId: SessionId, visit: Visit): void {
    const id = visitId({ sessionId, begins: visit.begins });
    if (this.#reasons.has(id)) return;
    const ruling = this.#rulings.get(sessionId);
    const alone = ruling === 'removed' ? 'removed' : ruling === 'admitted' ? undefined : reasonAlone(visit);
    this.#reasons.set(id, alone);
    // What is put aside by itself, decided by hand, or teaches nothing anyway takes no share of others.
    if (alone !== undefined || ruling !== undefined || teachesNothing(visit)) return;
    const facts = factsOf(sessionId, visit);
    this.#dayOf(facts.begins).count(facts);
    this.#waiting.push(facts);
  }

  /** Decides about the visits that were added since the last call. Other requests have turns in between. */
  async settle(): Promise<void> {
    const pace = new Pace();
    const waiting = this.#waiting.sort(byBegin);
    this.#waiting = [];
    for (const facts of waiting) {
      const reason = this.#dayOf(facts.begins).judge(facts);
      if (reason !== undefined) this.#reasons.set(visitId(facts), reason);
      await pace.rest();
    }
  }

  /** Why a visit is put aside; `undefined` where it teaches. A visit that was not added teaches. */
  reason(sessionId: SessionId, { begins }: Pick<Visit, 'begins'>): Reason | undefined {
    return this.#reasons.get(visitId({ sessionId, begins }));
  }

  /** Number of visits that were decided about since a time, and those put aside; ms since the epoch. */
  decided(since: number): { readonly visits: number; readonly putAside: readonly PutAside[] } {
    let visits = 0;
    const putAside: PutAside[] = [];
    for (const [id, reason] of this.#reasons) {
      const begins = Number.parseInt(id, 10);
      if (begins < since) continue;
      visits++;
      const sessionId = id.slice(id.indexOf(' ') + 1) as SessionId;
      if (reason !== undefined) putAside.push({ sessionId, begins, reason });
    }
    return { visits, putAside };
  }

  /** Forgets the days before a time, whose visits have been learned or put aside; ms since the epoch. */
  forgetBefore(time: number): void {
    const first = Math.floor(time / DAY);
    for (const day of this.#days.keys()) if (day < first) this.#days.delete(day);
    for (const id of this.#reasons.keys())
      if (Number.parseInt(id, 10) < first * DAY) this.#reasons.delete(id);
  }

  #dayOf(begins: number): DayLedger {
    const day = Math.floor(begins / DAY);
    let ledger = this.#days.get(day);
    if (ledger === undefined) {
      ledger = new DayLedger();
      this.#days.set(day, ledger);
    }
    return ledger;
  }
}

const teachesNothing = ({ steps, searches }: Visit): boolean => steps.length === 0 && searches.length === 0;

const byBegin = (a: VisitFacts, b: VisitFacts): number =>
  a.begins - b.begins || (a.sessionId < b.sessionId ? -1 : 1);
