import type { OrganizationId, SessionId, SessionSummary } from '../../storage/ports.ts';
import { Learner, type LearnerOptions } from './learner.ts';
import { timeOfLook } from './time-of-look.ts';
import { TrackedSessions } from './tracked-sessions.ts';
import { SESSIONS_PER_STEP, startOfYesterday } from './visit-times.ts';

/** Sessions of a list that are read at once. Set by hand. */
const LISTED = 200;
const DAY = 86_400_000;

export interface OwnVisitsOptions extends LearnerOptions {
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
  readonly most?: number;
}

/** The visits of a process that alone serves from its store: its requests tell which have ended. */
export class OwnVisits {
  readonly #options: OwnVisitsOptions;
  readonly #tracked: TrackedSessions;
  readonly #learners = new Map<OrganizationId, Learner>();
  /** Organizations whose sessions from before the start are among the tracked ones. */
  readonly #caughtUp = new Set<OrganizationId>();
  readonly #ruled = new Set<OrganizationId>();

  constructor(options: OwnVisitsOptions) {
    this.#options = options;
    this.#tracked = new TrackedSessions(options.most);
  }

  saw(organizationId: OrganizationId, sessionId: SessionId, at: number): void {
    this.#tracked.saw(organizationId, sessionId, at);
  }

  ruled(organizationId?: OrganizationId): void {
    const ruled = organizationId === undefined ? this.#learners.keys() : [organizationId];
    for (const each of ruled) {
      this.#ruled.add(each);
      this.#learners.get(each)?.ruled();
    }
  }

  async look(now: number): Promise<void> {
    const time = timeOfLook(now);
    this.#forgetIdle(now);
    const organizations = new Set([...this.#tracked.organizations, ...this.#ruled]);
    for (const [organizationId, learner] of this.#learners) {
      if (learner.mayTrain(now)) organizations.add(organizationId);
    }
    const { stopping } = this.#options;
    for (const organizationId of organizations) {
      if (stopping?.aborted) return;
      try {
        await this.#learn(organizationId, time());
      } catch (error) {
        if (stopping?.aborted) return;
        this.#options.onFault?.(organizationId, error);
      }
    }
  }

  /** What is held of organizations without visits is read again with the next one. */
  #forgetIdle(now: number): void {
    for (const [organizationId, learner] of this.#learners) {
      if (learner.owesTraining || now - learner.lookedAt < DAY) continue;
      this.#learners.delete(organizationId);
      this.#caughtUp.delete(organizationId);
    }
  }

  async #learn(organizationId: OrganizationId, now: number): Promise<void> {
    let ended = this.#tracked.ended(organizationId, now, SESSIONS_PER_STEP);
    const known = this.#learners.get(organizationId);
    // A model is read only if there is something to learn: most organizations have no visit that ended this minute.
    if (ended.length === 0 && !this.#ruled.has(organizationId) && !known?.mayTrain(now)) return;
    const learner = known ?? new Learner(this.#options, organizationId);
    this.#learners.set(organizationId, learner);
    if (this.#ruled.delete(organizationId)) learner.ruled();
    const yesterday = startOfYesterday(now);
    const isCaughtUp = this.#caughtUp.has(organizationId);
    const from = await learner.from(yesterday, isCaughtUp);
    if (!isCaughtUp) {
      await this.#catchUp(organizationId, from, now);
      this.#caughtUp.add(organizationId);
      ended = this.#tracked.ended(organizationId, now, SESSIONS_PER_STEP);
    }
    for (; ended.length > 0; ended = this.#tracked.ended(organizationId, now, SESSIONS_PER_STEP)) {
      await learner.learn(
        ended.map((sessionId) => ({ sessionId })),
        from,
        now,
      );
      this.#tracked.forget(organizationId, ended, now);
    }
    await learner.trainIfDue(now);
  }

  /** Tracks the sessions that were seen before the start. */
  async #catchUp(organizationId: OrganizationId, from: number, now: number): Promise<void> {
    const { sessions } = this.#options.storage;
    const earlier: SessionSummary[] = [];
    for (let after: SessionSummary | undefined, isMore = true; isMore; ) {
      const listed = await sessions.recent(organizationId, { limit: LISTED, after });
      for (const session of listed) {
        if (session.lastSeenAt < from) break;
        // Where the clock was set back, nothing says when a session is over.
        if (session.sequence > 0 && session.lastSeenAt <= now) earlier.push(session);
      }
      this.#options.stopping?.throwIfAborted();
      after = listed.at(-1);
      isMore = listed.length === LISTED && after!.lastSeenAt >= from;
    }
    this.#tracked.sawBefore(organizationId, earlier.reverse());
  }
}
