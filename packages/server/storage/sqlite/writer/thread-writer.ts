import { Worker } from 'node:worker_threads';
import { type StorageObserver, StoreUnavailable } from '../../ports.ts';
import type { StoreMark } from '../damage/marker-file.ts';
import type { StoreWrites } from './store-writes.ts';
import {
  type FromWriterThread,
  receivedFailure,
  receivedResult,
  type SentResult,
  sentWrite,
  type ToWriterThread,
} from './thread-messages.ts';
import { sizeOf } from './write-size.ts';
import type { OwnedWriter, Queued } from './writer.ts';
import type { WriterThreadData } from './writer.worker.ts';

/** Writes that may wait for the disk at one time, and their size together by `sizeOf`; more are refused. Set by hand. */
export const MAX_WAITING = 20_000;
export const MAX_WAITING_SIZE = 64_000_000;
/**
 * Most writes of a group, so that the first of them does not wait for thousands of others, and the size at which no
 * more are added: a group is copied to the thread, and is one transaction in the write-ahead log. Set by hand.
 */
const MAX_GROUP = 1_000;
export const MAX_GROUP_SIZE = 8_000_000;

/**
 * After a group of at least `SIBLINGS` writes the next one waits up to `GATHERING` ms, mostly one less, as timers count
 * whole ms from the beginning of a turn. A group costs about the same CPU time however many writes it has (an fsync, two
 * threads woken, cold caches), so under load fewer and larger groups leave more time for requests (compare commit_siblings
 * and commit_delay of PostgreSQL). Figures: docs/design/storage.md, decisions.
 */
const SIBLINGS = 4;
const GATHERING = 3;

/**
 * After a group of at least `CROWD` writes the next one gathers for some more turns of the event loop. The clients just
 * answered are about to send again, and would otherwise split into two halves that take turns, each with its fsync.
 * Figures: docs/design/storage.md, decisions.
 */
const CROWD = 16;
const CROWDED_TURNS = 2;

/**
 * Young generation of the writer's thread, in MB. The objects that survive there are the tails of sessions; a smaller
 * generation is collected more often, with fewer survivors, and holds up waiting writes for .5 ms instead of 10 to 25.
 */
const YOUNG_MEMORY = 4;

/** What the writer tells of the store, and asks. */
export interface WriterWatch {
  /** A statement failed for the sake of the store. */
  failed?(error: unknown): void;
  /** A mark is durable. */
  marked?(mark: StoreMark): void;
  /** The reason for which nothing that is written would be found again. */
  lost?(): Error | undefined;
}

interface Waiting {
  readonly write: Queued<StoreWrites>;
  readonly size: number;
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Gathers the writes of concurrent requests into groups, which a thread of their own makes durable, so that the event
 * loop never waits for an fsync. While one group is being written the next one gathers. When the thread is idle, a write
 * is sent at the end of the turn in which it came, or a little later under load.
 */
export class ThreadWriter implements OwnedWriter<StoreWrites> {
  readonly #data: WriterThreadData;
  readonly #observer: StorageObserver;
  readonly #watch: WriterWatch;
  #worker: Worker | undefined;
  #waiting: Waiting[] = [];
  /** Size of all waiting writes. */
  #waitingSize = 0;
  #inFlight: Waiting[] = [];
  #scheduled = false;
  #turnsLeft = 0;
  /** Writes of the group sent last. */
  #lastSize = 0;
  /** When the group was sent last; ms of `performance.now`. */
  #lastSent = Number.NEGATIVE_INFINITY;
  readonly #turnEnded = () => {
    if (this.#turnsLeft > 0) {
      this.#turnsLeft--;
      setImmediate(this.#turnEnded);
      return;
    }
    this.#scheduled = false;
    this.#send();
  };
  #closing: (() => void) | undefined;
  #closed = false;

  constructor(data: WriterThreadData, observer: StorageObserver = {}, watch: WriterWatch = {}) {
    this.#data = data;
    this.#observer = observer;
    this.#watch = watch;
    this.#worker = this.#start();
  }

  write<Name extends keyof StoreWrites>(
    name: Name,
    input: StoreWrites[Name]['input'],
  ): Promise<StoreWrites[Name]['output']> {
    const lost = this.#watch.lost?.();
    if (lost !== undefined) return Promise.reject(new StoreUnavailable(lost));
    if (this.#closed || this.#closing !== undefined) {
      return Promise.reject(new StoreUnavailable(new Error('The store is closed.')));
    }
    if (this.#waiting.length >= MAX_WAITING || this.#waitingSize >= MAX_WAITING_SIZE) {
      const message = `${this.#waiting.length} writes wait for the disk, with ${this.#waitingSize} bytes.`;
      return Promise.reject(new StoreUnavailable(new Error(message)));
    }
    return new Promise((resolve, reject) => {
      const write = { name, input } as Queued<StoreWrites>;
      const size = sizeOf(write);
      this.#waiting.push({ write, size, resolve, reject });
      this.#waitingSize += size;
      this.#schedule();
    });
  }

  /** Finishes what was accepted, then ends the thread. */
  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#waiting.length + this.#inFlight.length > 0) {
      await new Promise<void>((resolve) => {
        this.#closing = resolve;
      });
    }
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.ref();
    worker.postMessage({ close: true } satisfies ToWriterThread);
    await ended;
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight.length > 0 || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const early = this.#lastSize < SIBLINGS ? 0 : this.#lastSent + GATHERING - performance.now();
    if (early > 0) {
      this.#turnsLeft = 0;
      setTimeout(this.#turnEnded, early);
      return;
    }
    this.#turnsLeft = this.#lastSize < CROWD ? 0 : CROWDED_TURNS;
    setImmediate(this.#turnEnded);
  }

  #send(): void {
    const group = this.#takeGroup();
    this.#inFlight = group;
    this.#lastSize = group.length;
    this.#lastSent = performance.now();
    // A thread that died is started again with the next group.
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ group: group.map(({ write }) => sentWrite(write)) } satisfies ToWriterThread);
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

  #start(): Worker {
    const worker = new Worker(new URL('./writer.worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY },
    });
    worker.unref();
    worker.on('message', (message: FromWriterThread) => {
      if ('failure' in message) {
        this.#watch.failed?.(receivedFailure(message.failure));
        return;
      }
      worker.unref();
      this.#settle(message.results, message.milliseconds);
      if (message.mark !== undefined) this.#watch.marked?.(message.mark);
    });
    worker.on('error', (error) => this.#died(worker, error));
    worker.on('exit', (code) => this.#died(worker, new Error(`The writer thread ended with code ${code}.`)));
    return worker;
  }

  #settle(results: readonly SentResult[], milliseconds: number): void {
    const group = this.#inFlight;
    this.#inFlight = [];
    this.#schedule();
    let failed = false;
    for (let index = 0; index < group.length; index++) {
      const { resolve, reject } = group[index];
      const result = receivedResult(results[index]);
      if (result.ok) {
        resolve(result.output as never);
      } else {
        failed ||= result.unavailable;
        const cause =
          result.code === undefined
            ? new Error(result.message)
            : receivedFailure({ errcode: result.code, message: result.message });
        // All writes of a failed group have the same failure.
        if (result.unavailable && index === 0) this.#watch.failed?.(cause);
        reject(result.unavailable ? new StoreUnavailable(cause) : cause);
      }
    }
    this.#observer.group?.({ size: group.length, milliseconds, failed });
    if (this.#inFlight.length + this.#waiting.length === 0) this.#closing?.();
  }

  #died(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const group = this.#inFlight;
    this.#inFlight = [];
    for (const { reject } of group) reject(new StoreUnavailable(error));
    if (group.length > 0) this.#observer.group?.({ size: group.length, milliseconds: 0, failed: true });
    this.#schedule();
    if (this.#waiting.length === 0) this.#closing?.();
  }
}
