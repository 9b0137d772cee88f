import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { outsideRequests } from '../../timing/outside-requests.ts';
import type { Places, Release } from './limiter.ts';
import { LocalPlaces } from './local-places.ts';

/** How often a node keeps the places that it holds, in ms: they end after 30 s without. Set by hand. */
const KEEP_EVERY = 10_000;
/** How long what others hold is told to callers, in ms, and of how many callers at most. Set by hand. */
const TOLD_FOR = 2_000;
const MOST_TOLD = 1_000;

/** Places that all nodes count together. */
export interface CountedPlaces {
  /** @returns nothing where the others cannot be asked */
  enter(
    limit: string,
    caller: string,
    most: number,
    place: string,
  ): Promise<{ readonly isEntered: boolean; readonly taken: number } | undefined>;
  /** @returns how many the caller has on all nodes; nothing where the others cannot be asked */
  keep(limit: string, caller: string, places: readonly string[]): Promise<number | undefined>;
  leave(limit: string, caller: string, place: string): Promise<void>;
}

/**
 * Places of callers on all nodes together. While the others cannot be asked, a node gives out as many as a single one
 * would, so `n` nodes give `n` times as many at the very most. The places of a node that died are free after 30 s.
 */
export class SharedPlaces implements Places {
  readonly #name: string;
  readonly #most: number;
  readonly #counted: CountedPlaces;
  readonly #local: LocalPlaces;
  /** The places that this node holds, by caller. */
  readonly #held = new Map<string, Set<string>>();
  /** How many places other nodes held when they were last asked. */
  readonly #others = new LRUCache<string, number>({ max: MOST_TOLD, ttl: TOLD_FOR });
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param name of the limit, the same on all nodes
   * @param most places of each caller
   */
  constructor(name: string, most: number, counted: CountedPlaces) {
    this.#name = name;
    this.#most = most;
    this.#counted = counted;
    this.#local = new LocalPlaces(most);
  }

  taken(caller: string): number {
    return this.#local.taken(caller) + (this.#others.get(caller) ?? 0);
  }

  async enter(caller: string): Promise<Release | undefined> {
    // Taken here before anything is awaited, so that what this node gives out is bounded whatever the others answer.
    const releaseLocal = this.#local.enter(caller);
    if (releaseLocal === undefined) return undefined;
    const place = randomUUID();
    const answered = await this.#counted.enter(this.#name, caller, this.#most, place);
    const taken = (answered?.taken ?? 0) - this.#local.taken(caller);
    this.#others.set(caller, Math.max(0, answered?.isEntered === false ? taken + 1 : taken));
    if (answered?.isEntered === false) {
      releaseLocal();
      return undefined;
    }
    this.#hold(caller, place);
    return () => {
      releaseLocal();
      if (this.#letGo(caller, place)) void this.#counted.leave(this.#name, caller, place);
    };
  }

  #hold(caller: string, place: string): void {
    const held = this.#held.get(caller);
    if (held === undefined) this.#held.set(caller, new Set([place]));
    else held.add(place);
    this.#timer ??= outsideRequests(() => setInterval(() => this.#keepAll(), KEEP_EVERY).unref());
  }

  /** @returns false where the place was given back before */
  #letGo(caller: string, place: string): boolean {
    const held = this.#held.get(caller);
    if (held === undefined || !held.delete(place)) return false;
    if (held.size === 0) this.#held.delete(caller);
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return true;
  }

  #keepAll(): void {
    for (const [caller, places] of this.#held) void this.#counted.keep(this.#name, caller, [...places]);
  }
}
