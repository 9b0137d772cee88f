import type { OrganizationId, SessionId } from '../../storage/ports.ts';
import { ENDED_AFTER, NOTE_EVERY } from './visit-times.ts';

/**
 * Active sessions tracked over all organizations; beyond that each organization has an equal share. Visits of the others
 * are learned by the next training. Set by hand.
 */
const MOST_REMEMBERED = 200_000;

/** The sessions that this process has seen, by organization, until their visits have ended. */
export class TrackedSessions {
  /** Last-seen times, up to `NOTE_EVERY` too early, in their order: ended visits are at the front. */
  readonly #active = new Map<OrganizationId, Map<SessionId, number>>();
  readonly #most: number;
  #size = 0;

  /** @param most sessions that are tracked */
  constructor(most = MOST_REMEMBERED) {
    this.#most = most;
  }

  /** The organizations of all of them. */
  get organizations(): Iterable<OrganizationId> {
    return this.#active.keys();
  }

  /** Notes that a session was written to; ms since the epoch. */
  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    let active = this.#active.get(organizationId);
    if (active === undefined) {
      active = new Map();
      this.#active.set(organizationId, active);
    }
    const noted = active.get(sessionId);
    if (noted !== undefined && at - noted < NOTE_EVERY) return;
    if (active.delete(sessionId)) this.#size--;
    if (this.#isFull(active)) return;
    active.set(sessionId, at);
    this.#size++;
  }

  /** Puts sessions that were last seen before all others in front of them, the one that was seen first first. */
  sawBefore(
    organizationId: OrganizationId,
    earlier: readonly { readonly sessionId: SessionId; readonly lastSeenAt: number }[],
  ): void {
    const active = this.#active.get(organizationId) ?? new Map<SessionId, number>();
    const all = new Map<SessionId, number>();
    for (const { sessionId, lastSeenAt } of earlier) {
      if (active.has(sessionId) || this.#isFull(active)) continue;
      all.set(sessionId, lastSeenAt);
      this.#size++;
    }
    for (const [sessionId, at] of active) all.set(sessionId, at);
    this.#active.set(organizationId, all);
  }

  /** Sessions whose visits have ended, at most so many, oldest first. */
  ended(organizationId: OrganizationId, now: number, most: number): readonly SessionId[] {
    const ended: SessionId[] = [];
    for (const [sessionId, at] of this.#active.get(organizationId) ?? []) {
      if (now - at <= ENDED_AFTER || ended.length === most) break;
      ended.push(sessionId);
    }
    return ended;
  }

  /** Forgets those of some sessions that have not been written to since; ms since the epoch. */
  forget(organizationId: OrganizationId, sessions: readonly SessionId[], now: number): void {
    const active = this.#active.get(organizationId);
    if (active === undefined) return;
    for (const sessionId of sessions) {
      const at = active.get(sessionId);
      if (at === undefined || now - at <= ENDED_AFTER) continue;
      active.delete(sessionId);
      this.#size--;
    }
    if (active.size === 0) this.#active.delete(organizationId);
  }

  #isFull(active: ReadonlyMap<SessionId, number>): boolean {
    return this.#size >= this.#most && active.size >= this.#most / this.#active.size;
  }
}
