import type { GuardedCalls } from './connection/guarded-calls.ts';
import type { ValkeyClient } from './connection/valkey-client.ts';
import type { Names } from './names.ts';

/** A place ends this long after its node last kept it, in ms: the node is taken for dead. Set by hand. */
export const PLACE_LASTS = 30_000;

/** The time of the server in ms, which no clock of a node decides. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
`;

/** KEYS: the places of a caller by the times at which they end. ARGV: most places, ms that a place lasts, the place. */
const ENTER = `${NOW}
local taken = redis.call('ZCARD', KEYS[1])
if taken >= tonumber(ARGV[1]) then return { 0, taken } end
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { 1, taken + 1 }
`;

/** KEYS: as above. ARGV: ms that a place lasts, the places. Those that were lost are taken again. */
const KEEP = `${NOW}
for n = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[n]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('ZCARD', KEYS[1])
`;

type Enter = (key: string, most: number, lasts: number, place: string) => Promise<readonly [number, number]>;
type Keep = (key: string, lasts: number, ...places: string[]) => Promise<number>;

/** Places of callers that all nodes count together, a sorted set each. */
export class PlaceCounts {
  readonly #client: ValkeyClient;
  readonly #calls: GuardedCalls;
  readonly #names: Names;
  readonly #report: (error: unknown) => void;
  readonly #enter: Enter;
  readonly #keep: Keep;

  constructor(client: ValkeyClient, calls: GuardedCalls, names: Names, report: (error: unknown) => void) {
    this.#client = client;
    this.#calls = calls;
    this.#names = names;
    this.#report = report;
    client.defineCommand('placeEnter', { lua: ENTER, numberOfKeys: 1 });
    client.defineCommand('placeKeep', { lua: KEEP, numberOfKeys: 1 });
    this.#enter = (...args) => (Reflect.get(client, 'placeEnter') as Enter).apply(client, args);
    this.#keep = (...args) => (Reflect.get(client, 'placeKeep') as Keep).apply(client, args);
  }

  /**
   * Takes a place of a caller, unless so many are taken.
   *
   * @param place unique among all nodes
   * @returns whether it was taken, and how many are now; nothing where Valkey does not answer
   */
  async enter(
    limit: string,
    caller: string,
    most: number,
    place: string,
  ): Promise<{ readonly isEntered: boolean; readonly taken: number } | undefined> {
    const answered = await this.#orNothing('place.enter', () =>
      this.#enter(this.#names.places(limit, caller), most, PLACE_LASTS, place),
    );
    return answered && { isEntered: answered[0] === 1, taken: answered[1] };
  }

  /** Keeps places for {@link PLACE_LASTS} more. @returns how many the caller has; nothing where Valkey does not answer */
  keep(limit: string, caller: string, places: readonly string[]): Promise<number | undefined> {
    return this.#orNothing('place.keep', () =>
      this.#keep(this.#names.places(limit, caller), PLACE_LASTS, ...places),
    );
  }

  /** Gives a place back. Where Valkey does not answer, it ends by itself. */
  async leave(limit: string, caller: string, place: string): Promise<void> {
    await this.#orNothing('place.leave', () => this.#client.zrem(this.#names.places(limit, caller), place));
  }

  async #orNothing<T>(name: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#calls.run(name, call);
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }
}
