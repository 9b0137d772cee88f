import type { MeteredRequest } from '../../ports.ts';
import type { GuardedCalls } from './connection/guarded-calls.ts';
import type { ValkeyClient } from './connection/valkey-client.ts';
import type { Names } from './names.ts';

/** Requests that one call removes, or looks through; set by hand. */
const STEP = 500;

/** What is in Valkey in place of copies was written by no node of this release. */
class UnreadableCopies extends Error {
  constructor(copies: number) {
    super(`${copies} copies of requests to be counted cannot be read, and were removed.`);
    this.name = 'UnreadableCopies';
  }
}

/**
 * Copies of the requests that nodes have answered and could not count, so that others count those of a node that is lost
 * with its disk. Valkey may lose them; the file of the node is what makes them durable.
 */
export class UsageCopies {
  readonly #client: ValkeyClient;
  readonly #calls: GuardedCalls;
  readonly #names: Names;
  readonly #report: (error: unknown) => void;

  constructor(client: ValkeyClient, calls: GuardedCalls, names: Names, report: (error: unknown) => void) {
    this.#client = client;
    this.#calls = calls;
    this.#names = names;
    this.#report = report;
  }

  /** Resolves also where Valkey does not answer, after 400 ms at most. */
  async put({ organizationId, metered, at, requestId }: MeteredRequest): Promise<void> {
    const value = JSON.stringify({ organizationId, metered, at });
    await this.#orNothing('pending.put', () => this.#client.hset(this.#names.pendingUsage, requestId, value));
  }

  /** Forgets requests that are counted. */
  async remove(requestIds: readonly string[]): Promise<void> {
    for (let from = 0; from < requestIds.length; from += STEP) {
      const step = requestIds.slice(from, from + STEP);
      await this.#orNothing('pending.remove', () => this.#client.hdel(this.#names.pendingUsage, ...step));
    }
  }

  /** The requests of before a time, in ms since the epoch, step by step; as far as Valkey answers. */
  async *before(time: number): AsyncGenerator<readonly MeteredRequest[]> {
    let cursor = '0';
    do {
      const from = cursor;
      const step = await this.#orNothing('pending.scan', () =>
        this.#client.hscan(this.#names.pendingUsage, from, 'COUNT', STEP),
      );
      if (step === undefined) return;
      const [next, pairs] = step;
      cursor = next;
      const requests: MeteredRequest[] = [];
      const unreadable: string[] = [];
      for (let n = 0; n < pairs.length; n += 2) {
        const [requestId, text] = [pairs[n]!, pairs[n + 1]!];
        const request = requestOf(requestId, text);
        if (request === undefined) unreadable.push(requestId);
        else if (request.at < time) requests.push(request);
      }
      if (unreadable.length > 0) {
        this.#report(new UnreadableCopies(unreadable.length));
        await this.remove(unreadable);
      }
      if (requests.length > 0) yield requests;
    } while (cursor !== '0');
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

function requestOf(requestId: string, text: string): MeteredRequest | undefined {
  let read: Partial<MeteredRequest> | null;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { organizationId, metered, at } = read ?? {};
  if (typeof organizationId !== 'string' || typeof metered !== 'string' || typeof at !== 'number')
    return undefined;
  return { organizationId, metered, at, requestId, writes: [] };
}
