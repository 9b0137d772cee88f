import { StepTimes } from '../../../timing/step-times.ts';
import type { Commit, StorageObserver, Write, WriteOutcome } from '../../ports.ts';
import { StoreUnavailable } from '../../ports.ts';
import type { GroupCommit } from './group-commit.ts';

/** Commits that may wait for the store at one time, and their size together; more are refused. Set by hand. */
export const MAX_WAITING = 20_000;
export const MAX_WAITING_SIZE = 64_000_000;
/** Most commits of a group, and the size at which no more are added. Set by hand. */
const MAX_GROUP = 1_000;
const MAX_GROUP_SIZE = 8_000_000;

/**
 * Commits that have waited for longer than this when a group fails are refused with it, in ms: the next group may take
 * as long to fail (`DECIDED_WITHIN` at most), and clients are told within two seconds. Set by hand.
 */
const TRIES_AGAIN_WITHIN = 500;

/** What every write takes besides its content: ids, times, object headers; bytes, set by hand. */
const BASIC = 500;

interface Waiting {
  readonly commit: Commit;
  readonly size: number;
  /** ms of the clock of the queue. */
  readonly since: number;
  readonly resolve: (outcomes: readonly WriteOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the commits of concurrent requests into groups. While one group is on its way the next one gathers; when none
 * is, a group is sent at the end of the turn of the event loop in which its first commit came.
 */
export class CommitQueue {
  readonly #groups: Pick<GroupCommit, 'run'>;
  readonly #observer: StorageObserver;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #waitingSize = 0;
  #isScheduled = false;
  #underWay: Promise<void> | undefined;
  #isClosed = false;

  /** @param now a monotonic clock, ms */
  constructor(
    groups: Pick<GroupCommit, 'run'>,
    observer: StorageObserver = {},
    now: () => number = () => performance.now(),
  ) {
    this.#groups = groups;
    this.#observer = observer;
    this.#now = now;
  }

  commit(commit: Commit): Promise<readonly WriteOutcome[]> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable(new Error('The store is closed.')));
    if (this.#waiting.length >= MAX_WAITING || this.#waitingSize >= MAX_WAITING_SIZE) {
      const message = `${this.#waiting.length} commits wait for the store, with ${this.#waitingSize} bytes.`;
      return Promise.reject(new StoreUnavailable(new Error(message)));
    }
    return new Promise((resolve, reject) => {
      const size = sizeOf(commit);
      this.#waiting.push({ commit, size, since: this.#now(), resolve, reject });
      this.#waitingSize += size;
      this.#schedule();
    });
  }

  /** Finishes what was accepted, and accepts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#waiting.length > 0 || this.#underWay !== undefined) {
      await (this.#underWay ?? new Promise((resolve) => setImmediate(resolve)));
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay !== undefined || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#underWay = this.#send().finally(() => {
        this.#underWay = undefined;
        this.#schedule();
      });
    });
  }

  async #send(): Promise<void> {
    const group = this.#takeGroup();
    const began = this.#now();
    const times = new StepTimes();
    const results = await this.#groups.run(
      group.map(({ commit }) => commit),
      times,
    );
    let failure: StoreUnavailable | undefined;
    for (const [n, result] of results.entries()) {
      if (result.ok) group[n].resolve(result.outcomes);
      else {
        if (result.error instanceof StoreUnavailable) failure = result.error;
        group[n].reject(result.error);
      }
    }
    const milliseconds = this.#now() - began;
    const failed = failure !== undefined;
    this.#observer.group?.({ size: group.length, milliseconds, failed, steps: times.steps });
    if (failure !== undefined) this.#refuseThoseThatWaited(failure);
  }

  /** The oldest ones are in front. Nothing of them was sent to the store. */
  #refuseThoseThatWaited(failure: StoreUnavailable): void {
    const latest = this.#now() - TRIES_AGAIN_WITHIN;
    const first = this.#waiting.findIndex(({ since }) => since >= latest);
    const refused = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    for (const { size, reject } of refused) {
      this.#waitingSize -= size;
      reject(failure);
    }
  }

  #takeGroup(): Waiting[] {
    let count = 0;
    let size = 0;
    while (count < this.#waiting.length && count < MAX_GROUP && size < MAX_GROUP_SIZE) {
      size += this.#waiting[count].size;
      count++;
    }
    const group = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    this.#waitingSize -= size;
    return group;
  }
}

/** About how much memory a commit takes while it waits, in bytes or characters. */
const sizeOf = ({ writes }: Commit): number =>
  writes.reduce((size, write) => size + BASIC + contentOf(write), BASIC);

function contentOf(write: Write): number {
  switch (write.kind) {
    case 'signals':
      return write.signals.reduce(
        (size, { value, data }) => size + BASIC / 5 + (value?.length ?? 0) + (data?.length ?? 0),
        write.snapshot?.profile.length ?? 0,
      );
    case 'event':
      return write.event.data?.length ?? 0;
    case 'exposures':
      return write.exposures.length * BASIC;
    case 'decision':
      return 'packed' in write.decision
        ? write.decision.packed.length + 40 * (write.decision.items?.length ?? 0)
        : write.decision.replay.length + write.decision.ranked.length;
    case 'grading':
      return write.grading.result.length;
  }
}
