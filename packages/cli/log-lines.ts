import { writeSync } from 'node:fs';
import { systemCode } from './fault.ts';

/** Bytes of lines that wait for a pipe whose reader is slow; more are lost. */
export const MOST_WAITING = 256_000;

/**
 * Writes the lines of a log to standard error without ever waiting for it: what a full pipe does not take is tried
 * again with the next line, and what finds no space on a disk is lost. What pino has for this blocks the service in the
 * one case, and in the other ends the process, which then waits for good until all is written.
 */
export class LogLines {
  readonly #write: (bytes: Uint8Array) => number;
  #waiting = Buffer.alloc(0);

  /** @param write returns how many bytes were taken */
  constructor(write = (bytes: Uint8Array): number => writeSync(2, bytes)) {
    this.#write = write;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waiting.length + bytes.length <= MOST_WAITING)
      this.#waiting = Buffer.concat([this.#waiting, bytes]);
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(this.#write(this.#waiting));
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      if (code !== 'EAGAIN') this.#waiting = Buffer.alloc(0);
    }
  }
}
