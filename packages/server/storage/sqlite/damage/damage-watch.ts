import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DamagedStore } from '../../../errors.ts';
import type { StorageObserver } from '../../ports.ts';
import { databasePath, logPath, type SqliteFailure, sqliteFailure } from '../connection/database.ts';
import { damaged, damageOf } from './damage-errors.ts';
import type { PagesChecked } from './page-check.worker.ts';

/*
 * How damage is found. At the opening of a store (`storage.ts`), `start-check.ts` looks at its files, its mark and, where it
 * is small, its pages. While it runs, the writer's `MarkMaker` makes marks inside its transactions (`writer/group-commit.ts`),
 * `MarkerFile` puts each beside the database once it is durable, and `DamageWatch` hears of all errors of reads and writes.
 */

/** A failure that goes on is reported once in so many ms; set by hand. */
const REPEATED_AFTER = 60_000;
/** A check of the pages that failed, on a lock for example, is made again after so many ms; set by hand. */
const CHECKED_AGAIN_AFTER = 60_000;

/**
 * Watches the store of a running service: the result codes of its statements, its files, and, where it is large, all its
 * pages once. The first damage stays, unless a file is lost later: then that is told.
 */
export class DamageWatch {
  readonly #folder: string;
  readonly #observer: StorageObserver;
  readonly #files: readonly { readonly path: string; readonly before: BigIntStats | undefined }[];
  /** When each code was reported last; ms of `performance.now`. */
  readonly #reported = new Map<string, number>();
  #checking: Worker | undefined;
  #nextCheck: NodeJS.Timeout | undefined;
  #closed = false;
  #damage: DamagedStore | undefined;
  #lost = false;

  /** To be made when database and log are open. */
  constructor(folder: string, observer: StorageObserver = {}) {
    this.#folder = folder;
    this.#observer = observer;
    this.#files = [databasePath(folder), logPath(folder)].map((path) => ({
      path,
      before: statSync(path, { bigint: true, throwIfNoEntry: false }),
    }));
  }

  get damage(): DamagedStore | undefined {
    return this.#damage;
  }

  /** The damage with which nothing that is written would be found again. */
  get lost(): DamagedStore | undefined {
    return this.#lost ? this.#damage : undefined;
  }

  /** To be told of each error of a statement. */
  failed(error: unknown): void {
    const failure = sqliteFailure(error);
    if (failure === undefined) return;
    const damage = damageOf(this.#folder, databasePath(this.#folder), error);
    if (damage !== undefined) this.#found(damage);
    this.#report(failure);
  }

  /** To be told where the marker file could not be written. */
  markFailed(error: unknown): void {
    const name = error instanceof Error && 'code' in error ? String(error.code) : 'Error';
    this.#report({ code: 0, name, message: error instanceof Error ? error.message : String(error) });
  }

  /** Looks whether the files are still those that the service has open. */
  async look(): Promise<void> {
    for (const { path, before } of this.#files) {
      if (this.#lost || before === undefined) return;
      const now = await stat(path, { bigint: true }).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
          return undefined;
        throw error;
      });
      if (now?.ino === before.ino && now.dev === before.dev) continue;
      this.#lost = true;
      const what = now === undefined ? 'was removed' : 'was replaced';
      this.#damage = undefined;
      this.#found(
        damaged(this.#folder, `${path} ${what} while the service was running: it takes no more writes.`),
      );
    }
  }

  /**
   * Checks all pages on a thread of its own.
   *
   * @param again ms after which a check that failed is made again
   */
  checkPages(again = CHECKED_AGAIN_AFTER): void {
    const worker = new Worker(new URL('./page-check.worker.ts', import.meta.url), {
      workerData: this.#folder,
    });
    worker.unref();
    this.#checking = worker;
    worker.on('message', ({ problem, failure }: PagesChecked) => {
      if (failure !== undefined) this.failed(Object.assign(new Error(failure.message), failure));
      const path = databasePath(this.#folder);
      if (problem !== undefined) this.#found(damaged(this.#folder, `${path} is damaged (${problem}).`));
      if (this.#damage !== undefined || this.#closed) return;
      if (failure === undefined) this.#observer.checked?.();
      else this.#nextCheck = setTimeout(() => this.checkPages(again), again).unref();
    });
    worker.on('error', (error) =>
      this.#observer.failing?.({ code: 0, name: error.name, message: error.message }),
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#nextCheck);
    await this.#checking?.terminate();
  }

  #report(failure: SqliteFailure): void {
    const which = `${failure.name} ${failure.code}`;
    const now = performance.now();
    if (now < (this.#reported.get(which) ?? Number.NEGATIVE_INFINITY) + REPEATED_AFTER) return;
    this.#reported.set(which, now);
    this.#observer.failing?.(failure);
  }

  #found(damage: DamagedStore): void {
    if (this.#damage !== undefined) return;
    this.#damage = damage;
    this.#observer.damaged?.(damage);
  }
}
