import type { ApiKey, KeyHash, KeyId, Keys, OrganizationId } from '../../../ports.ts';
import { type KeyRow, toKey } from '../../../repositories/keys.ts';
import type { ClusterChangeFeed } from '../../change-feed.ts';
import type { Database } from '../../connection/database.ts';
import { statement } from '../../connection/pipelined-connection.ts';
import { KeyUses } from './key-uses.ts';

const BY_HASH = statement('SELECT * FROM keys WHERE hash = $1');

/** Keys in memory, for every request. */
export class KnownKeys implements Pick<Keys, 'known' | 'findByHash' | 'touch'> {
  readonly #database: Database;
  readonly #changes: ClusterChangeFeed;
  /** Keys that exist. Unknown hashes are not remembered, or guesses would fill the memory. */
  readonly #known = new Map<KeyHash, ApiKey>();
  /** Grows with each change of a key: what was read before it is not remembered. */
  #epoch = 0;
  readonly #uses: KeyUses;

  constructor(database: Database, changes: ClusterChangeFeed) {
    this.#database = database;
    this.#changes = changes;
    this.#uses = new KeyUses(database);
    changes.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subject !== 'keys') return;
        this.#epoch++;
        for (const [hash, key] of this.#known) {
          if (key.organizationId !== organizationId) continue;
          this.#known.delete(hash);
          this.#uses.forget(key.id);
        }
      },
      missed: () => {
        this.#epoch++;
        this.#known.clear();
      },
    });
  }

  /** A revoked key is refused whatever is cut: memory answers only while no change can have been missed. */
  known(hash: KeyHash): ApiKey | undefined {
    return this.#changes.isCaughtUp ? this.#known.get(hash) : undefined;
  }

  async findByHash(hash: KeyHash): Promise<ApiKey | undefined> {
    await this.#changes.caughtUp();
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const epoch = this.#epoch;
    const [row] = await this.#database.hot.query<KeyRow>(BY_HASH, [hash]);
    if (row === undefined) return undefined;
    const key = toKey(row);
    if (epoch === this.#epoch) this.#known.set(hash, key);
    return key;
  }

  touch(organizationId: OrganizationId, id: KeyId, at: number): void {
    this.#uses.note(organizationId, id, at);
  }

  /** Writes the last uses of keys that are waiting. */
  settled(): Promise<void> {
    return this.#uses.settled();
  }
}
