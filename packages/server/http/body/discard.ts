import type { IncomingMessage } from 'node:http';

/**
 * Bytes of refused bodies that are read and discarded in one interval, of all together, and its length in ms: 25 MB a
 * second. A sender of more is slowed down by his own connection instead of taking time from others: of 200 MB a second the
 * memory of what was read had to be collected nine times a second, for 15 ms each. Set by hand.
 */
const BYTES = 256 * 1024;
const INTERVAL = 10;
/** Bytes that Node.js reads from a socket at once. */
const CHUNK = 64 * 1024;
/** Bytes of a refused body that are read and discarded; beyond them the connection is cut. Set by hand. */
export const PATIENCE = 64 * 1024 * 1024;

type Flow = Pick<IncomingMessage, 'pause' | 'resume' | 'destroyed'>;

/** Paces the reading of refused bodies: their clients can read the answer once they have sent everything. */
export class Discards {
  #left = BYTES;
  #paused: Flow[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Reads a body that nobody reads. Node.js would do so at the speed of its connection, once the answer is out. */
  discard(request: IncomingMessage): void {
    if (request.readableFlowing !== null) return;
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > PATIENCE) request.destroy();
      else this.discarded(request, chunk.length);
    });
  }

  /** A part of a refused body was discarded; its request rests where enough was in this interval. */
  discarded(request: Flow, bytes: number): void {
    this.#left -= bytes;
    this.#timer ??= setTimeout(() => this.#refill(), INTERVAL);
    if (this.#left > 0) return;
    request.pause();
    this.#paused.push(request);
  }

  #refill(): void {
    this.#left = BYTES;
    const resumed = this.#paused.splice(0, BYTES / CHUNK);
    this.#timer = resumed.length === 0 ? undefined : setTimeout(() => this.#refill(), INTERVAL);
    for (const request of resumed) if (!request.destroyed) request.resume();
  }
}

/** Of all refused bodies of the process. */
export const discards = new Discards();
