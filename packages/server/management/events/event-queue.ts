/** Events that wait for a slow reader at most; a reader that is further behind is cut off. Set by hand. */
const MOST_WAITING = 1_000;

/**
 * Hands what arrives by calls to one reader that iterates. It ends when its signal is aborted.
 *
 * @example
 * const lines = new EventQueue<string>(signal);
 * source.on('line', (line) => lines.put(line));
 * for await (const line of lines) await send(line);
 */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(signal: AbortSignal) {
    if (signal.aborted) this.#ended = true;
    signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  put(event: Event): void {
    if (this.#ended) return;
    if (this.#waiting.length >= MOST_WAITING) this.fail(new RangeError('The reader is too far behind.'));
    else this.#waiting.push(event);
    this.#wake();
  }

  /** What was put before is still read. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** The reader gets this error once it has read what was put before. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
  }

  #close(): void {
    this.#waiting.length = 0;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift()!;
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
