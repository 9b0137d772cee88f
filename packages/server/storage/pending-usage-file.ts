import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type MeteredRequest, type PendingUsageLog, StoreUnavailable } from './ports.ts';

/** The file of pending usage in the data folder; its name is that of the current release. */
export const pendingUsagePath = (folder: string): string => join(folder, 'owed-usage.jsonl');

/**
 * Keeps pending usage in a file beside the store, a line of JSON a request, with an fsync before `append` resolves. A
 * request is answered only then, so bytes after the last whole line, left by an append that failed or a process that
 * died, are cut off. For the folder's one service only: see `takeFolder`.
 *
 * @param onDamaged called with the number of lines that cannot be read, where a disk has lost some
 */
export async function openPendingUsageFile(
  folder: string,
  onDamaged: (lines: number) => void,
): Promise<PendingUsageLog> {
  const file = await open(pendingUsagePath(folder), 'a+');
  try {
    // A new file outlives a crash once its folder has been synced.
    const parent = await open(folder);
    await parent.sync().finally(() => parent.close());
    const bytes = await file.readFile();
    const whole = bytes.lastIndexOf('\n') + 1;
    const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
    const counts = lines.map(countOf).filter((count) => count !== undefined);
    if (counts.length < lines.length) onDamaged(lines.length - counts.length);
    return new PendingUsageFile(file, counts, whole);
  } catch (error) {
    await file.close();
    throw error;
  }
}

class PendingUsageFile implements PendingUsageLog {
  readonly found: readonly MeteredRequest[];
  readonly #compact: FileHandle;
  /** Length of the whole lines, in bytes. */
  #end: number;
  /** Whether there may be bytes after them. */
  #torn = true;
  /** The last operation; they run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: FileHandle, found: readonly MeteredRequest[], end: number) {
    this.#compact = file;
    this.found = found;
    this.#end = end;
  }

  append({ organizationId, metered, at, requestId }: MeteredRequest): Promise<void> {
    const line = Buffer.from(`${JSON.stringify({ organizationId, metered, at, requestId })}\n`);
    return this.#next(async () => {
      // A file that was removed takes what is written, and nobody finds it again.
      if ((await this.#compact.stat()).nlink === 0) throw new Error('The file of pending usage was removed.');
      if (this.#torn) await this.#compact.truncate(this.#end);
      this.#torn = true;
      await this.#compact.appendFile(line);
      await this.#compact.datasync();
      this.#end += line.length;
      this.#torn = false;
    });
  }

  clear(): Promise<void> {
    return this.#next(async () => {
      this.#torn = true;
      await this.#compact.truncate(0);
      this.#end = 0;
      this.#torn = false;
    });
  }

  close(): Promise<void> {
    return this.#next(() => this.#compact.close());
  }

  #next(operation: () => Promise<void>): Promise<void> {
    const done = this.#last.then(operation).catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    // The caller gets the error; the next operation runs all the same.
    this.#last = done.catch(() => {});
    return done;
  }
}

function countOf(line: string): MeteredRequest | undefined {
  let read: Partial<MeteredRequest> | null;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { organizationId, metered, at, requestId } = read ?? {};
  if (typeof organizationId !== 'string' || typeof metered !== 'string') return undefined;
  if (typeof at !== 'number' || typeof requestId !== 'string') return undefined;
  return { organizationId, metered, at, requestId, writes: [] };
}
