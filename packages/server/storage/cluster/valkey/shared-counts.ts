import type { GuardedCalls } from './connection/guarded-calls.ts';
import type { ValkeyClient } from './connection/valkey-client.ts';
import type { Names } from './names.ts';

/** KEYS: the count. ARGV: requests, ms that the window has left where this is the first report of it. */
const ADD = `
local total = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return { total, left }
`;

/** What all nodes counted of a caller within a window. */
export interface SharedCount {
  readonly total: number;
  /** ms until the window ends. */
  readonly left: number;
}

type Add = (key: string, requests: number, left: number) => Promise<readonly [number, number]>;

/** Counts of requests that all nodes add up, a key each that expires with its window. */
export class SharedCounts {
  readonly #calls: GuardedCalls;
  readonly #names: Names;
  readonly #report: (error: unknown) => void;
  readonly #add: Add;

  constructor(client: ValkeyClient, calls: GuardedCalls, names: Names, report: (error: unknown) => void) {
    this.#calls = calls;
    this.#names = names;
    this.#report = report;
    client.defineCommand('countAdd', { lua: ADD, numberOfKeys: 1 });
    this.#add = (...args) => (Reflect.get(client, 'countAdd') as Add).apply(client, args);
  }

  /**
   * Adds requests of a caller to its window.
   *
   * @param left ms that the caller's window has left on this node
   * @returns nothing where Valkey does not answer
   */
  async add(
    limit: string,
    caller: string,
    part: string,
    requests: number,
    left: number,
  ): Promise<SharedCount | undefined> {
    const key = this.#names.count(limit, caller, part);
    try {
      const [total, remaining] = await this.#calls.run('count.add', () =>
        this.#add(key, requests, Math.max(1, Math.ceil(left))),
      );
      return { total, left: remaining };
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }
}
