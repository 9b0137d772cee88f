import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, KeyHash, KeyId, Keys, OrganizationId } from '../../ports.ts';
import { type KeyRow, toKey } from '../../repositories/keys.ts';
import type { SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

/** How often the last use of a key is written, in ms; set by hand. */
const TOUCH_INTERVAL = 60_000;

export interface KeyWrites {
  touchKey: {
    input: { readonly organizationId: OrganizationId; readonly id: KeyId; readonly at: number };
    output: null;
  };
}

/** Keys in memory, for every request. */
export class KnownKeys implements Pick<Keys, 'known' | 'findByHash' | 'touch'> {
  readonly #reader: Reader;
  readonly #writer: Writer<KeyWrites>;
  readonly #changes: SqliteChangeFeed;
  /** Keys that exist. Unknown hashes are not remembered, or guesses would fill the memory. */
  readonly #known = new Map<KeyHash, ApiKey>();
  readonly #touched = new Map<KeyId, number>();

  constructor(reader: Reader, writer: Writer<KeyWrites>, changes: SqliteChangeFeed) {
    this.#reader = reader;
    this.#writer = writer;
    this.#changes = changes;
    changes.subscribe({
      changed: ({ organizationId, subject }) => {
        if (subject !== 'keys') return;
        for (const [hash, key] of this.#known) {
          if (key.organizationId === organizationId) this.#known.delete(hash);
        }
      },
      missed: () => this.#known.clear(),
    });
  }

  known(hash: KeyHash): ApiKey | undefined {
    this.#changes.poll();
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const row = this.#reader.get<KeyRow>('SELECT * FROM keys WHERE hash = ?', hash);
    if (row === undefined) return undefined;
    const key = toKey(row);
    this.#known.set(hash, key);
    return key;
  }

  async findByHash(hash: KeyHash): Promise<ApiKey | undefined> {
    return this.known(hash);
  }

  touch(organizationId: OrganizationId, id: KeyId, at: number): void {
    const last = this.#touched.get(id);
    if (last !== undefined && at - last < TOUCH_INTERVAL) return;
    this.#touched.set(id, at);
    // Where the write fails, the next request with the key tries again.
    this.#writer.write('touchKey', { organizationId, id, at }).catch(() => this.#touched.delete(id));
  }
}

export function keyWrites(database: DatabaseSync): Handlers<KeyWrites> {
  const touch = database.prepare(
    'UPDATE keys SET last_used_at = MAX(IFNULL(last_used_at, 0), ?) WHERE organization_id = ? AND key_id = ?',
  );
  return {
    touchKey({ organizationId, id, at }) {
      touch.run(at, organizationId, id);
      return null;
    },
  };
}
