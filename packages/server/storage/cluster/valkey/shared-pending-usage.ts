import type { MeteredRequest } from '../../ports.ts';
import type { GuardedCalls } from './connection/guarded-calls.ts';
import type { ValkeyClient } from './connection/valkey-client.ts';
import type { Names } from './names.ts';

/** Requests that one step of looking for those of lost nodes reads; set by hand. */
const STEP = 500;

/**
 * Copies of the requests that nodes have answered and could not count, so that others count those of a node that is lost
 * with its disk. Valkey may lose them; the file of the node is what makes them durable.
 */
export class SharedPendingUsage {
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
    if (requestIds.length === 0) return;
    await this.#orNothing('pending.remove', () => this.#client.hdel(this.#names.pendingUsage, ...requestIds));
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
      const requests = Array.from({ length: pairs.length / 2 }, (_, n) => ({
        ...(JSON.parse(pairs[2 * n + 1]!) as Omit<MeteredRequest, 'requestId' | 'writes'>),
        requestId: pairs[2 * n]!,
        writes: [] as const,
      })).filter(({ at }) => at < time);
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
