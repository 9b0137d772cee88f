import type { OrganizationId, Ruling, SessionId } from '../../storage/ports.ts';
import { Pace, SERVICE } from '../../time-slices.ts';
import { isBare, type Visit } from '../visits.ts';
import { DayLedger } from './day-ledger.ts';
import { reasonWithinVisit } from './reason-within-visit.ts';
import type { Reason } from './reasons.ts';
import { digestOf } from './rulings-digest.ts';
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
 * The way from the log to a model: `readVisits` splits the log of a session into visits; `add` looks for a reason within
 * each (`reason-within-visit.ts`) and counts its facts (`visit-facts.ts`) in the ledger of its day (`day-ledger.ts`);
 * `settle` looks for a reason there; `SessionLessons` takes the visits without a reason as lessons. `admissionOfLog`
 * does the first steps for all sessions.
 *
 * A training adds all visits of a shop and then settles them, in the order in which they began. Online steps settle
 * after each few visits that ended: what was settled stays, and later visits are measured by it. So they admit at most
 * as many visits of one block, sender or copy as a training whose day is longer; the next training decides anew.
 *
 * @example
 * const admission = new Admission();
 * admission.add(sessionId, visit);
 * await admission.settle();
 * admission.teaches(sessionId, visit);
 */
export class Admission {
  readonly #rulings: ReadonlyMap<SessionId, Ruling>;
  readonly #owner: OrganizationId | typeof SERVICE;
  readonly #days = new Map<number, DayLedger>();
  #waiting: VisitFacts[] = [];
  /** By id of the visit; `undefined` for those that teach. */
  readonly #reasons = new Map<string, Reason | undefined>();
  /** Ids of visits from which nothing could be learned. */
  readonly #bare = new Set<string>();

  /** @param owner the organization whose visits they are */
  constructor(
    rulings: ReadonlyMap<SessionId, Ruling> = NO_RULINGS,
    owner: OrganizationId | typeof SERVICE = SERVICE,
  ) {
    this.#rulings = rulings;
    this.#owner = owner;
  }

  /** Names the rulings that it decides by. */
  get rulings(): string {
    return digestOf(this.#rulings);
  }

  /** Adds a visit, unless it was added before. */
  add(sessionId: SessionId, visit: Visit): void {
    const id = visitId({ sessionId, begins: visit.begins });
    if (this.#reasons.has(id)) return;
    const ruling = this.#rulings.get(sessionId);
    const within = ruling === undefined ? reasonWithinVisit(visit) : undefined;
    this.#reasons.set(id, within);
    if (isBare(visit)) this.#bare.add(id);
    // What is put aside by itself, decided by hand, or teaches nothing anyway takes no share of others.
    if (within !== undefined || ruling !== undefined || isBare(visit)) return;
    const facts = factsOf(sessionId, visit);
    this.#dayOf(facts.begins).count(facts);
    this.#waiting.push(facts);
  }

  /** Decides about the visits that were added since the last call. Other requests have turns in between. */
  async settle(): Promise<void> {
    const pace = new Pace(this.#owner);
    const waiting = this.#waiting.sort(byBegin);
    this.#waiting = [];
    for (const facts of waiting) {
      const reason = this.#dayOf(facts.begins).judge(facts);
      if (reason !== undefined) this.#reasons.set(visitId(facts), reason);
      await pace.rest();
    }
  }

  /** Why a visit is put aside; `undefined` where it is not, or was not added. */
  reason(sessionId: SessionId, { begins }: Pick<Visit, 'begins'>): Reason | undefined {
    if (this.#rulings.get(sessionId) === 'excluded') return 'excluded';
    return this.#reasons.get(visitId({ sessionId, begins }));
  }

  /** Whether a visit may teach. One that was not added, such as one that began later, may not. */
  teaches(sessionId: SessionId, { begins }: Pick<Visit, 'begins'>): boolean {
    const wasAdded = this.#reasons.has(visitId({ sessionId, begins }));
    return wasAdded && this.reason(sessionId, { begins }) === undefined;
  }

  /**
   * Number of visits that were decided about since a time, and those put aside; ms since the epoch. Visits from which
   * nothing could be learned are not counted.
   */
  decided(since: number): { readonly visits: number; readonly putAside: readonly PutAside[] } {
    let visits = 0;
    const putAside: PutAside[] = [];
    for (const id of this.#reasons.keys()) {
      const begins = Number.parseInt(id, 10);
      if (begins < since || this.#bare.has(id)) continue;
      visits++;
      const sessionId = id.slice(id.indexOf(' ') + 1) as SessionId;
      const reason = this.reason(sessionId, { begins });
      if (reason !== undefined) putAside.push({ sessionId, begins, reason });
    }
    return { visits, putAside };
  }

  /** Forgets the days before a time, whose visits have been learned or put aside; ms since the epoch. */
  forgetBefore(time: number): void {
    const first = Math.floor(time / DAY);
    for (const day of this.#days.keys()) if (day < first) this.#days.delete(day);
    for (const id of this.#reasons.keys()) {
      if (Number.parseInt(id, 10) >= first * DAY) continue;
      this.#reasons.delete(id);
      this.#bare.delete(id);
    }
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

const byBegin = (a: VisitFacts, b: VisitFacts): number =>
  a.begins - b.begins || (a.sessionId < b.sessionId ? -1 : 1);
