/** A step of some work that is over. */
export interface Step {
  readonly name: string;
  /** How long it took, and how long before `steps` was read it ended; ms. */
  readonly milliseconds: number;
  readonly ago: number;
}

/**
 * Times steps that follow each other. Steps are given by how long ago they ended: the threads of a process do not share
 * the beginning of their clocks.
 */
export class StepTimes {
  readonly #now: () => number;
  readonly #steps: { readonly name: string; readonly began: number; readonly ended: number }[] = [];
  #last: number;

  /** @param now ms of any clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#last = now();
  }

  /** The step that ends now began when the one before it ended. */
  ended(name: string): void {
    const began = this.#last;
    this.#last = this.#now();
    this.#steps.push({ name, began, ended: this.#last });
  }

  /** The steps until now, in order. */
  get steps(): readonly Step[] {
    const now = this.#now();
    return this.#steps.map(({ name, began, ended }) => ({
      name,
      milliseconds: ended - began,
      ago: now - ended,
    }));
  }
}
