import { LRUCache } from 'lru-cache';

/** Organizations that are told by name; the rest are told as one. Set by hand. */
export const MAX_NAMED = 10;
/** The label of the rest. */
export const OTHERS = 'others';
/** Organizations of the rest whose work is remembered, to find those that are to be named. Set by hand. */
const MAX_REMEMBERED = 10_000;
/** How long work counts towards who is named, in ms; set by hand. */
const PERIOD = 60_000;
/** An organization takes the name of another one where it works so many times as much. Set by hand. */
const TIMES_AS_MUCH = 1.5;

/**
 * Processor time by organization, the first ones by name. No counter ever goes down or jumps: an organization is counted by
 * name from when it is named on, and with the rest before that and after.
 */
export class WorkByOrganization {
  /** Seconds since the organization was named; and those of the rest. */
  readonly #named = new Map<string, number>();
  #others = 0;
  /** Milliseconds of this period. */
  #recent = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  #began: number;
  readonly #now: () => number;

  /** @param now ms of any clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#began = now();
  }

  worked(organizationId: string, milliseconds: number): void {
    this.#recent.set(organizationId, (this.#recent.get(organizationId) ?? 0) + milliseconds);
    const seconds = this.#named.get(organizationId);
    if (seconds !== undefined) this.#named.set(organizationId, seconds + milliseconds / 1_000);
    else if (this.#named.size < MAX_NAMED) this.#named.set(organizationId, milliseconds / 1_000);
    else this.#others += milliseconds / 1_000;
    if (this.#now() - this.#began >= PERIOD) this.#nameAnew();
  }

  /** Seconds by organization, and of the rest. */
  get seconds(): ReadonlyMap<string, number> {
    return new Map([...this.#named, [OTHERS, this.#others]]);
  }

  /** Names who worked much in this period in place of who worked little. */
  #nameAnew(): void {
    const recent = this.#recent;
    const of = (organizationId: string): number => recent.get(organizationId) ?? 0;
    const rest = [...recent.keys()].filter((each) => !this.#named.has(each)).sort((a, b) => of(b) - of(a));
    const least = [...this.#named.keys()].sort((a, b) => of(a) - of(b));
    for (const [k, organizationId] of rest.slice(0, MAX_NAMED).entries()) {
      const replaced = least[k];
      if (of(organizationId) <= TIMES_AS_MUCH * of(replaced)) break;
      this.#named.delete(replaced);
      this.#named.set(organizationId, 0);
    }
    this.#recent = new LRUCache({ max: MAX_REMEMBERED });
    this.#began = this.#now();
  }
}
