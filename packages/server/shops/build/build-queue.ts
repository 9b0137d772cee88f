/** Jobs that run at the same time; one more if all of these are large and the next is small. Set by hand. */
export const USUALLY_RUNNING = 2;
export const MOST_RUNNING = USUALLY_RUNNING + 1;
/** A job of more bytes of CSV than this is large: some 10,000 products, read in a third of a second. Set by hand. */
export const LARGE = 1_000_000;
/**
 * How long a smaller job that came later may delay a job, in ms per byte: four times as long as the job itself takes
 * (25,000 products, 2.4 MB: .9 s).
 */
const DELAY_PER_BYTE = 0.0015;

interface Waiting {
  readonly bytes: number;
  /** Jobs start in this order; ms. */
  readonly due: number;
  readonly start: () => void;
}

/**
 * Schedules jobs that read catalogues: shortest job first with ageing. Each job is due at its arrival
 * plus a delay in proportion to its size, so a small job passes a large one that came before it, but not for long.
 * While all running jobs are large, which may last for minutes, one more thread runs a small one. It does not run
 * otherwise, since starting a thread takes as long as reading twenty small catalogues.
 */
export class BuildQueue {
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #large = 0;

  /**
   * Resolves when a job may start.
   *
   * @param bytes size of its CSV
   * @param now ms of a monotonic clock
   * @returns a function to call when the job has ended
   */
  turn(bytes: number, now: number): Promise<() => void> {
    return new Promise((resolve) => {
      const start = () => resolve(this.#take(bytes));
      this.#waiting.add({ bytes, due: now + DELAY_PER_BYTE * bytes, start });
      this.#next();
    });
  }

  #take(bytes: number): () => void {
    const large = bytes > LARGE ? 1 : 0;
    this.#running++;
    this.#large += large;
    return () => {
      this.#running--;
      this.#large -= large;
      this.#next();
    };
  }

  #next(): void {
    for (;;) {
      const isFull = this.#running >= USUALLY_RUNNING;
      if (isFull && this.#running > this.#large) return;
      let first: Waiting | undefined;
      for (const waiting of this.#waiting) {
        if (isFull && waiting.bytes > LARGE) continue;
        if (first === undefined || waiting.due < first.due) first = waiting;
      }
      if (first === undefined) return;
      this.#waiting.delete(first);
      first.start();
    }
  }
}
