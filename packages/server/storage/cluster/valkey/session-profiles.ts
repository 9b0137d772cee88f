import { Cluster, type Redis } from 'iovalkey';
import type { OrganizationId, ProfileSnapshot, SessionId, SessionProfiles } from '../../ports.ts';
import type { GuardedCalls } from './connection/guarded-calls.ts';
import type { ValkeyClient } from './connection/valkey-client.ts';
import type { ValkeyObserver } from './connection/valkey-observer.ts';
import type { Names } from './names.ts';

/**
 * The largest profile that is stored, in characters. A session with a larger one is folded from its log each time a
 * node that does not know it is asked, which costs less than moving the profile. Set by hand.
 */
export const LARGEST_PROFILE = 256 * 1024;
/** How long a profile of an erased session is refused, in ms: by then no node has one in memory. Set by hand. */
const ERASED_FOR = 60_000;
const ERASED = 'erased';
/** Keys that one step of looking for profiles visits; set by hand. */
const STEP = 500;

/** KEYS: the profile. ARGV: sequence, profile, ms until it expires. The value is the sequence, a line break, the profile. */
const PUT = `
local stored = redis.call('GETRANGE', KEYS[1], 0, 20)
if stored == '${ERASED}' then return 0 end
local sequence = tonumber(string.match(stored, '^%d+'))
if sequence and sequence >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. '\\n' .. ARGV[2], 'PX', ARGV[3])
return 1
`;

type Put = (key: string, sequence: number, profile: string, expiry: number) => Promise<number>;

/**
 * Profiles in Valkey, one key each, replaced by a script that compares their sequence numbers. Valkey may lose them at
 * any time: whatever cannot be read is not there, and is folded from the log.
 */
export class ValkeySessionProfiles implements SessionProfiles {
  readonly #client: ValkeyClient;
  readonly #calls: GuardedCalls;
  readonly #names: Names;
  readonly #expiry: number;
  readonly #observer: ValkeyObserver;
  readonly #report: (error: unknown) => void;
  readonly #put: Put;

  /** @param expiry ms after which a profile that is not replaced is removed: the retention of sessions */
  constructor(
    client: ValkeyClient,
    calls: GuardedCalls,
    names: Names,
    expiry: number,
    observer: ValkeyObserver,
    report: (error: unknown) => void,
  ) {
    this.#client = client;
    this.#calls = calls;
    this.#names = names;
    this.#expiry = Math.ceil(expiry);
    this.#observer = observer;
    this.#report = report;
    client.defineCommand('profilePut', { lua: PUT, numberOfKeys: 1 });
    this.#put = (...args) => (Reflect.get(client, 'profilePut') as Put).apply(client, args);
  }

  async get(organizationId: OrganizationId, sessionId: SessionId): Promise<ProfileSnapshot | undefined> {
    const key = this.#names.profile(organizationId, sessionId);
    const stored = await this.#orNothing('profile.get', () => this.#client.get(key));
    if (stored === undefined || stored === null || stored === ERASED) return undefined;
    const end = stored.indexOf('\n');
    return { sequence: Number(stored.slice(0, end)), profile: stored.slice(end + 1) };
  }

  async put(
    organizationId: OrganizationId,
    sessionId: SessionId,
    { sequence, profile }: ProfileSnapshot,
  ): Promise<boolean> {
    if (sequence < 1) return false;
    if (profile.length > LARGEST_PROFILE) {
      this.#observer.profileTooLarge?.(profile.length);
      return false;
    }
    const key = this.#names.profile(organizationId, sessionId);
    const answer = await this.#orNothing('profile.put', () =>
      this.#put(key, sequence, profile, this.#expiry),
    );
    return answer === 1;
  }

  /**
   * Removes the profile of an erased session, and refuses those that nodes still have in memory.
   *
   * @throws what Valkey answers, or that it does not: the profile may still be there
   */
  async erase(organizationId: OrganizationId, sessionId: SessionId): Promise<void> {
    const key = this.#names.profile(organizationId, sessionId);
    await this.#calls.run('profile.erase', () => this.#client.set(key, ERASED, 'PX', ERASED_FOR));
  }

  /**
   * Removes the profiles of an organization, visiting all keys of all servers.
   *
   * @returns their number
   * @throws what Valkey answers, or that it does not: profiles may still be there
   */
  async eraseOrganization(organizationId: OrganizationId): Promise<number> {
    const beginning = this.#names.profilesOf(organizationId);
    const pattern = `${beginning.replace(/[\\*?[\]]/g, '\\$&')}*`;
    const servers: readonly Redis[] =
      this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client];
    let removed = 0;
    for (const server of servers) {
      let cursor = '0';
      do {
        const [next, keys] = await this.#calls.run('profile.scan', () =>
          server.scan(cursor, 'MATCH', pattern, 'COUNT', STEP),
        );
        cursor = next;
        // One by one: the keys lie in different slots.
        const unlinked = await Promise.all(
          keys.map((key) => this.#calls.run('profile.remove', () => this.#client.unlink(key))),
        );
        removed += unlinked.reduce((sum, count) => sum + count, 0);
      } while (cursor !== '0');
    }
    return removed;
  }

  /** What Valkey answers; nothing where it does not: a profile is not needed, only quicker than the log. */
  async #orNothing<T>(name: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#calls.run(name, call);
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }
}
