/** The end of a call: its time has run out, or its caller has given it up. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #at: number;
  #hasRunOut = false;
  readonly #giveUp = () => this.#controller.abort(this.#caller?.reason);

  constructor(timeout: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#at = performance.now() + timeout;
    this.#timer = setTimeout(() => {
      this.#hasRunOut = true;
      this.#controller.abort();
    }, timeout);
    if (caller?.aborted) this.#giveUp();
    // Not `AbortSignal.any`: a caller's signal may outlive many calls, and would keep something of each.
    caller?.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** Aborted at the end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasRunOut(): boolean {
    return this.#hasRunOut;
  }

  /** Milliseconds that are left. */
  get left(): number {
    return this.#at - performance.now();
  }

  /** Waits, though not beyond the end. */
  wait(milliseconds: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
    });
  }

  /** Lets go of the timer and of the caller's signal. */
  release(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }
}
