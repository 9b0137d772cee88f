import type { LearningProgress, Lease, OrganizationId, SessionId } from '../../storage/ports.ts';
import { THIS_PROCESS } from '../../storage/while-leased.ts';
import { Learner, type LearnerOptions } from './learner.ts';
import { timeOfLook } from './time-of-look.ts';
import { ENDED_AFTER, SESSIONS_PER_STEP, startOfYesterday } from './visit-times.ts';

/**
 * Duration of the lease on learning: a node that died keeps others from learning for so long. While a node learns it renews
 * the lease every `RENEW_EVERY`. Longer than the interval between two looks, so that a busy shop keeps its learner; ms. Set
 * by hand.
 */
const LEASE = 180_000;
const RENEW_EVERY = LEASE / 6;
/** What is held of an organization without ended visits is let go of after so long; ms. Set by hand. */
const IDLE = 3_600_000;

export interface SharedVisitsOptions extends LearnerOptions {
  readonly progress: LearningProgress;
  /** Interval at which the lease of learning is renewed; ms. */
  readonly renewEvery?: number;
  readonly onFault?: ((organizationId: OrganizationId, error: unknown) => void) | undefined;
}

/** An organization that this node learns for. */
interface LedOrganization {
  lease: Lease;
  readonly learner: Learner;
  /** All sessions that were last seen by then have been looked through; ms since the epoch. */
  position: number | undefined;
  /** Another node has the lease. */
  isLost: boolean;
}

/**
 * The visits of nodes that share a store, found there, whichever node served them. One node at a time learns for an
 * organization, under a lease that it takes where there is something to learn. It renews the lease while there is more,
 * then lets it run out; the first node to look after that learns.
 *
 * The lease spares work. That a visit is learned once is seen to by the model: steps say what they hold, and replace the
 * model that they were made for, or nothing.
 */
export class SharedVisits {
  readonly #options: SharedVisitsOptions;
  readonly #owner: string;
  readonly #led = new Map<OrganizationId, LedOrganization>();
  /** Organizations whose owner may have ruled, or whose learner was given up while it owed a training. */
  readonly #ruled = new Set<OrganizationId>();

  constructor(options: SharedVisitsOptions) {
    this.#options = options;
    this.#owner = options.owner ?? THIS_PROCESS;
  }

  /** Nothing to note: `look` reads ended visits from the store. */
  saw(_organizationId: OrganizationId, _sessionId: SessionId, _at: number): void {}

  ruled(organizationId?: OrganizationId): void {
    for (const each of organizationId === undefined ? this.#led.keys() : [organizationId]) {
      this.#ruled.add(each);
      this.#led.get(each)?.learner.ruled();
    }
  }

  async look(now: number): Promise<void> {
    const time = timeOfLook(now);
    this.#forgetIdle(now);
    const { stopping } = this.#options;
    for (const organizationId of await this.#waiting(now)) {
      if (stopping?.aborted) return;
      try {
        await this.#learn(organizationId, time());
      } catch (error) {
        if (stopping?.aborted) return;
        this.#options.onFault?.(organizationId, error);
      }
    }
  }

  /** Others go on at their next look, within a minute. */
  async close(): Promise<void> {
    for (const organizationId of [...this.#led.keys()]) await this.#giveUp(organizationId);
  }

  /** What is held of organizations without visits is read again with the next one. */
  #forgetIdle(now: number): void {
    for (const [organizationId, { learner }] of this.#led) {
      if (!learner.owesTraining && now - learner.lookedAt > IDLE) this.#led.delete(organizationId);
    }
  }

  /** Organizations with something to learn, whoever learns for them. */
  async #waiting(now: number): Promise<Iterable<OrganizationId>> {
    const waiting = new Set(await this.#options.progress.behind(now - ENDED_AFTER));
    for (const organizationId of this.#ruled) waiting.add(organizationId);
    for (const [organizationId, { learner }] of this.#led) {
      if (learner.mayTrain(now)) waiting.add(organizationId);
    }
    return waiting;
  }

  async #learn(organizationId: OrganizationId, now: number): Promise<void> {
    const led = await this.#lead(organizationId);
    if (led === undefined) return;
    const { learner } = led;
    if (this.#ruled.delete(organizationId)) learner.ruled();
    const { renewEvery = RENEW_EVERY } = this.#options;
    // Where the store fails now, the next interval tries again; the lease may run out meanwhile.
    const renewing = setInterval(() => void this.#renew(led).catch(() => {}), renewEvery).unref();
    try {
      await this.#catchUp(organizationId, led, now).catch(async (error: unknown) => {
        // What was half done is read again from the store.
        await this.#giveUp(organizationId);
        throw error;
      });
      // The node that has it now goes on.
      if (led.isLost) this.#forget(organizationId);
      else await learner.trainIfDue(now);
    } finally {
      clearInterval(renewing);
    }
  }

  /** Learns from all sessions that have ended since the last look of any learner. */
  async #catchUp(organizationId: OrganizationId, led: LedOrganization, now: number): Promise<void> {
    const { progress } = this.#options;
    const { learner } = led;
    const until = now - ENDED_AFTER;
    const before = learner.whole;
    const isCounted = led.position !== undefined;
    const position = led.position ?? (await progress.position(organizationId)) ?? startOfYesterday(now);
    let from = await learner.from(position, isCounted);
    const { whole } = learner;
    // Another model was trained as a whole: it may lack what was learned onto the one before.
    if (before !== undefined && before !== whole) from = await learner.from(0, isCounted);
    let after = { lastSeenAt: from, sessionId: '' as SessionId };
    for (;;) {
      const ended = await progress.seen(organizationId, after, until, SESSIONS_PER_STEP);
      if (ended.length === 0) break;
      await learner.learn(ended, from, now);
      if (led.isLost) return;
      after = ended.at(-1)!;
    }
    if (learner.whole !== whole) return;
    led.position = until;
    if (!(await progress.setPosition(led.lease, until))) led.isLost = true;
  }

  /** Takes or renews the lease of an organization; `undefined` where another node has it. */
  async #lead(organizationId: OrganizationId): Promise<LedOrganization | undefined> {
    const led = this.#led.get(organizationId);
    if (led !== undefined && !led.isLost && (await this.#renew(led))) return led;
    this.#forget(organizationId);
    const lease = await this.#options.storage.leases.acquire(organizationId, 'learning', this.#owner, LEASE);
    if (lease === undefined) return undefined;
    const taken: LedOrganization = {
      lease,
      learner: new Learner(this.#options, organizationId),
      position: undefined,
      isLost: false,
    };
    this.#led.set(organizationId, taken);
    return taken;
  }

  /** Whether nobody else has acquired the lease since. */
  async #renew(led: LedOrganization): Promise<boolean> {
    const renewed = await this.#options.storage.leases.renew(led.lease, LEASE);
    if (renewed === undefined) led.isLost = true;
    else led.lease = renewed;
    return renewed !== undefined;
  }

  /** Lets go of a learner, and remembers the training that it owes. */
  #forget(organizationId: OrganizationId): LedOrganization | undefined {
    const led = this.#led.get(organizationId);
    if (led?.learner.owesTraining) this.#ruled.add(organizationId);
    this.#led.delete(organizationId);
    return led;
  }

  async #giveUp(organizationId: OrganizationId): Promise<void> {
    const led = this.#forget(organizationId);
    // A lease that cannot be released now runs out.
    if (led !== undefined) await this.#options.storage.leases.release(led.lease).catch(() => {});
  }
}
