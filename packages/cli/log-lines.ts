import { writeSync } from 'node:fs';
import { systemCode } from './fault.ts';

/** Most bytes that are buffered for a slow reader; lines beyond are lost. */
export const MOST_WAITING = 256_000;

/**
 * Writes log lines to standard error without blocking. Bytes that a full pipe refuses are written before the next line;
 * lines that find no space on a disk are lost. The destinations of pino block the service on a full pipe, and on a full
 * disk end the process, which then waits forever for its writes.
 */
export class LogLines {
  readonly #write: (bytes: Uint8Array) => number;
  #waiting = Buffer.alloc(0);

  /** @param write returns the number of bytes written */
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
