import type { Places, Release } from './limiter.ts';

/** Places of callers, counted in memory. */
export class LocalPlaces implements Places {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  /** @param most places of each caller */
  constructor(most: number) {
    this.#most = most;
  }

  taken(caller: string): number {
    return this.#taken.get(caller) ?? 0;
  }

  enter(caller: string): Release | undefined {
    const taken = this.taken(caller);
    if (taken >= this.#most) return undefined;
    this.#taken.set(caller, taken + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = this.#taken.get(caller)! - 1;
      if (left === 0) this.#taken.delete(caller);
      else this.#taken.set(caller, left);
    };
  }
}
