/** Pieces of work that run at one time, and with a small one that passes as many large ones. */
export const USUALLY_RUNNING = 2;
export const MOST_RUNNING = USUALLY_RUNNING + 1;
/** Bytes of CSV beyond which work is large: some 10,000 products, read in a third of a second. */
export const LARGE = 1_000_000;
/**
 * How far work of one byte may be put off by smaller work that came later, in ms: four times as long as it takes itself
 * (25,000 products, 2.4 MB: .9 s).
 */
const PUT_OFF = 0.0015;

interface Waiting {
  readonly bytes: number;
  /** When it would be due, were it alone: in this order turns come. */
  readonly due: number;
  readonly start: () => void;
}

/**
 * Who reads a catalogue or trains next. Small work passes large work that came before it, but not for long: turns come
 * in the order of arrival, each put off in proportion to its size (shortest job first with ageing). Beside large work
 * alone, which may last for minutes, one more thread takes what is small; it is not there otherwise, as to start a
 * thread takes as long as to read twenty small catalogues.
 */
export class BuildQueue {
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #large = 0;

  /**
   * Resolves when the turn of some work has come.
   *
   * @param bytes how large it is, as CSV
   * @param now ms of any clock that is not set back
   * @returns what to call when the work is over
   */
  turn(bytes: number, now: number): Promise<() => void> {
    return new Promise((resolve) => {
      const start = () => resolve(this.#take(bytes));
      this.#waiting.add({ bytes, due: now + PUT_OFF * bytes, start });
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
