import type { TrainingSession } from '@decidable/engine/ranking';
import type { JsonList } from '../json/json-list.ts';
import type { OrganizationId, SessionId } from '../storage/ports.ts';
import { Pace } from '../time-slices.ts';

/** A session with stated interests, and its visits without them. */
export interface SessionWithWords {
  readonly sessionId: SessionId;
  readonly visits: readonly TrainingSession[];
}

/**
 * Keeps the sessions with stated interests that ended last, until their visits have `most` steps. The visits of all
 * others are written to a list at once, so at most twice as many steps are in memory.
 */
export class SessionsWithWords {
  readonly #others: JsonList<TrainingSession>;
  readonly #most: number;
  readonly #owner: OrganizationId;
  #held: SessionWithWords[] = [];
  #steps = 0;

  /**
   * @param others takes the visits of the other sessions
   * @param most steps in the visits of the sessions to keep
   * @param owner the organization whose sessions they are
   */
  constructor(others: JsonList<TrainingSession>, most: number, owner: OrganizationId) {
    this.#others = others;
    this.#most = most;
    this.#owner = owner;
  }

  async add(session: SessionWithWords): Promise<void> {
    this.#held.push(session);
    this.#steps += stepsOf(session);
    if (this.#steps > 2 * this.#most) await this.#cut();
  }

  /** The kept sessions, whose visits are not written; the one that ended last comes first. */
  async latest(): Promise<readonly SessionId[]> {
    await this.#cut();
    return this.#held.map(({ sessionId }) => sessionId);
  }

  async #cut(): Promise<void> {
    const pace = new Pace(this.#owner);
    this.#held.sort((a, b) => endOf(b) - endOf(a));
    const kept: SessionWithWords[] = [];
    this.#steps = 0;
    for (const session of this.#held) {
      if (this.#steps < this.#most) {
        kept.push(session);
        this.#steps += stepsOf(session);
        continue;
      }
      for (const visit of session.visits) this.#others.push(visit);
      await pace.rest();
    }
    this.#held = kept;
  }
}

const stepsOf = ({ visits }: SessionWithWords): number =>
  visits.reduce((sum, { steps }) => sum + steps.length, 0);
const endOf = ({ visits }: SessionWithWords): number => visits.at(-1)!.steps.at(-1)!.at;
