import { type Lease, type Leases, type Retention, type StorageObserver, WHOLE_STORE } from '../../ports.ts';
import type { Writer } from '../writer/writer.ts';
import type { RetentionCursor, RetentionWrites } from './retention.ts';

/** Pause between two steps of a round, between two rounds, and after a failure, in ms; set by hand. */
export const STEP_PAUSE = 250;
const ROUND_PAUSE = 3_600_000;
const FAILURE_PAUSE = 60_000;
/** How long a process that died keeps others from going on, in ms; set by hand. */
const LEASE = 60_000;

export interface RetentionRoundsOptions {
  readonly writer: Writer<RetentionWrites>;
  readonly leases: Leases;
  /** Names this process in the lease. */
  readonly owner: string;
  readonly retention: Retention;
  readonly observe?: StorageObserver['retained'];
}

/** Takes the steps of retention one after another, round after round, in one process at a time. */
export class RetentionRounds {
  readonly #options: RetentionRoundsOptions;
  #cursor: RetentionCursor = {};
  #lease: Lease | undefined;
  /** Counted down rather than read from the clock, which may be set back; ms. */
  #pause = 0;
  #step: Promise<void> | undefined;

  constructor(options: RetentionRoundsOptions) {
    this.#options = options;
  }

  /** To be called every `STEP_PAUSE` ms; takes a step where one is due. */
  tick(): void {
    this.#pause -= STEP_PAUSE;
    if (this.#step !== undefined || this.#pause > 0) return;
    this.#step = this.#next()
      .catch(() => {
        this.#options.observe?.('failure');
        // Retention can wait; requests meet the same failure of the store and report it.
        this.#pause = FAILURE_PAUSE;
      })
      .finally(() => {
        this.#step = undefined;
      });
  }

  /** Waits for the step under way, and lets another process go on. */
  async close(): Promise<void> {
    this.#pause = Number.POSITIVE_INFINITY;
    await this.#step;
    // A lease that cannot be released now runs out.
    await this.#release().catch(() => {});
  }

  async #next(): Promise<void> {
    if (!(await this.#holdsLease())) {
      this.#cursor = {};
      this.#pause = FAILURE_PAUSE;
      return;
    }
    const { writer, retention } = this.#options;
    const cursor = await writer.write('retain', { retention, now: Date.now(), cursor: this.#cursor });
    this.#cursor = cursor ?? {};
    this.#options.observe?.(cursor === null ? 'round' : 'step');
    if (cursor !== null) return;
    this.#pause = ROUND_PAUSE;
    await this.#release();
  }

  async #holdsLease(): Promise<boolean> {
    const { leases, owner } = this.#options;
    if (this.#lease === undefined) {
      this.#lease = await leases.acquire(WHOLE_STORE, 'retention', owner, LEASE);
    } else if (Math.abs(this.#lease.expiresAt - Date.now() - LEASE) > LEASE / 2) {
      this.#lease = await leases.renew(this.#lease, LEASE);
    }
    return this.#lease !== undefined;
  }

  async #release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = undefined;
    if (lease !== undefined) await this.#options.leases.release(lease);
  }
}
