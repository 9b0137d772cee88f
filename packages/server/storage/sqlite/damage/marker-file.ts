import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged } from './damage-errors.ts';
import type { DurableLog } from './damaged-frames.ts';

/**
 * A number that grows in the store, inside transactions of requests, and is written to the marker file once its
 * transaction is durable. So the file is never ahead of the store, whatever a power cut leaves, and a store with a smaller
 * number has lost transactions.
 */
export interface StoreMark {
  /** Tells stores apart: 32 hex digits, made with the store. */
  readonly store: string;
  readonly number: number;
  /** How far the write-ahead log was durable with that transaction. */
  readonly log?: DurableLog | undefined;
}

/** The marker file of a data folder. It stands beside the database: what happens to the database leaves it as it is. */
export const markerPath = (folder: string): string => join(folder, 'store.json');

/**
 * @returns undefined where there is no file: there was no store yet, or one of a release without markers
 * @throws DamagedStore where it cannot be read as a mark
 */
export function readMarker(folder: string): StoreMark | undefined {
  const path = markerPath(folder);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const mark = parsedMark(text);
  if (mark === undefined) throw damaged(folder, `${path} is damaged: it holds no mark of the store.`);
  return mark;
}

function parsedMark(text: string): StoreMark | undefined {
  let read: Partial<StoreMark> | null;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { store, number, log } = read ?? {};
  if (typeof store !== 'string' || typeof number !== 'number') return undefined;
  return { store, number, log };
}

const asText = (mark: StoreMark): string => `${JSON.stringify(mark)}\n`;
/** The folder has one service, but any number of commands, which write theirs without a pause in between. */
const unfinishedOf = {
  service: (folder: string): string => `${markerPath(folder)}.service`,
  command: (folder: string): string => `${markerPath(folder)}.command-${process.pid}`,
};

/** Replaces the marker; a crash leaves the old one or the new one. */
export function writeMarkerNow(folder: string, mark: StoreMark): void {
  const file = openSync(unfinishedOf.command(folder), 'w');
  try {
    writeSync(file, asText(mark));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinishedOf.command(folder), markerPath(folder));
}

/** Writes marks to the marker file beside the event loop, the newest of those that wait only. */
export class MarkerFile {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  #next: StoreMark | undefined;
  #writing: Promise<void> | undefined;

  /** @param onFailure told where the file cannot be written: the older mark stays, and the next one is tried again */
  constructor(folder: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** @param mark of a transaction that is durable */
  write(mark: StoreMark): void {
    this.#next = mark;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when nothing is being written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#next !== undefined) {
      const mark = this.#next;
      this.#next = undefined;
      try {
        const file = await open(unfinishedOf.service(this.#folder), 'w');
        try {
          await file.writeFile(asText(mark));
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(unfinishedOf.service(this.#folder), markerPath(this.#folder));
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}
