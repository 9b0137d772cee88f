import { unavailable } from '../errors/refusal.ts';

/** How much longer a write that was begun in time may take, in ms: a store answers sooner, or fails. Set by hand. */
const STORING = 8_000;

/**
 * By when a request is answered. Its time runs while the service works on it, and not while its body arrives, which is
 * bounded elsewhere. A write that was begun in time is waited for: its caller wants to know what became of it.
 */
export class Deadline {
  readonly #refuse: (refusal: Error) => void;
  readonly #shed: (reason: string) => void;
  #timer: NodeJS.Timeout;
  #state: 'working' | 'paused' | 'writing' | 'writing late' = 'working';

  /**
   * @param milliseconds from now, and from `resume`
   * @param refuse answers the request
   */
  constructor(milliseconds: number, refuse: (refusal: Error) => void, shed: (reason: string) => void) {
    this.#refuse = refuse;
    this.#shed = shed;
    this.#timer = setTimeout(() => this.#passed(), milliseconds);
  }

  /** The service waits for the caller, or for work that has a limit of its own. */
  pause(): void {
    this.#state = 'paused';
  }

  /** The service works on the request, and has the whole time again. */
  resume(): void {
    this.#state = 'working';
    this.#timer.refresh();
  }

  /** A write is handed to the store. */
  writes(): void {
    this.#state = 'writing';
  }

  /** The write is done, and the service works on: what it was waited for beyond the deadline is no time to work in. */
  wrote(): void {
    const isLate = this.#state === 'writing late';
    this.#state = 'working';
    if (isLate) this.#passed();
  }

  /** The request is answered. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #passed(): void {
    if (this.#state === 'paused') return;
    if (this.#state === 'writing') {
      this.#state = 'writing late';
      this.#timer = setTimeout(() => this.#passed(), STORING);
      return;
    }
    this.#shed('deadline');
    this.#refuse(
      unavailable(
        this.#state === 'working'
          ? 'The request could not be answered in time. Try again shortly.'
          : 'The store did not say in time whether it has the request. Send it again, with the same ids.',
        1,
      ),
    );
  }
}
