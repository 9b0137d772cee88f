import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey, KeyChanges, KeyHash, KeyId, Keys, OrganizationId } from '../../ports.ts';
import { announcer, type SqliteChangeFeed } from '../change-feed.ts';
import type { Reader } from '../connection/reader.ts';
import type { Handlers, Writer } from '../writer/writer.ts';

/** How often the last use of a key is written, in ms; set by hand. */
const TOUCH_INTERVAL = 60_000;

interface Row {
  readonly organization_id: OrganizationId;
  readonly key_id: KeyId;
  readonly hash: KeyHash;
  readonly prefix: string;
  readonly label: string | null;
  readonly origins: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  readonly endpoints: string | null;
}

const fromRow = (row: Row): ApiKey => ({
  id: row.key_id,
  organizationId: row.organization_id,
  hash: row.hash,
  prefix: row.prefix,
  origins: JSON.parse(row.origins) as string[],
  createdAt: row.created_at,
  ...(row.label !== null && { label: row.label }),
  ...(row.expires_at !== null && { expiresAt: row.expires_at }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  ...(row.endpoints !== null && { endpoints: JSON.parse(row.endpoints) as string[] }),
});

export interface KeyWrites {
  createKey: { input: ApiKey; output: null };
  updateKey: {
    input: { readonly organizationId: OrganizationId; readonly id: KeyId; readonly changes: KeyChanges };
    output: 'updated' | 'revoked' | 'missing';
  };
  revokeKey: {
    input: { readonly organizationId: OrganizationId; readonly id: KeyId; readonly at: number };
    output: boolean;
  };
  removeKey: { input: { readonly organizationId: OrganizationId; readonly id: KeyId }; output: null };
  touchKey: {
    input: { readonly organizationId: OrganizationId; readonly id: KeyId; readonly at: number };
    output: null;
  };
}

export class SqliteKeys implements Keys {
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

  async create(key: ApiKey): Promise<void> {
    await this.#writer.write('createKey', key);
    this.#changes.pollNow();
  }

  async list(organizationId: OrganizationId): Promise<readonly ApiKey[]> {
    return this.#reader
      .all<Row>('SELECT * FROM keys WHERE organization_id = ? ORDER BY created_at, key_id', organizationId)
      .map(fromRow);
  }

  async update(
    organizationId: OrganizationId,
    id: KeyId,
    changes: KeyChanges,
  ): Promise<'updated' | 'revoked' | 'missing'> {
    const outcome = await this.#writer.write('updateKey', { organizationId, id, changes });
    this.#changes.pollNow();
    return outcome;
  }

  async revoke(organizationId: OrganizationId, id: KeyId, at: number): Promise<boolean> {
    const revoked = await this.#writer.write('revokeKey', { organizationId, id, at });
    this.#changes.pollNow();
    return revoked;
  }

  async remove(organizationId: OrganizationId, id: KeyId): Promise<void> {
    await this.#writer.write('removeKey', { organizationId, id });
    this.#changes.pollNow();
  }

  known(hash: KeyHash): ApiKey | undefined {
    this.#changes.poll();
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const row = this.#reader.get<Row>('SELECT * FROM keys WHERE hash = ?', hash);
    if (row === undefined) return undefined;
    const key = fromRow(row);
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
  const announce = announcer(database);
  const insert = database.prepare(
    `INSERT INTO keys (organization_id, key_id, hash, prefix, label, origins, created_at, expires_at,
       revoked_at, last_used_at, endpoints)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM keys WHERE organization_id = ? AND key_id = ?');
  const update = database.prepare(
    'UPDATE keys SET label = ?, origins = ?, expires_at = ? WHERE organization_id = ? AND key_id = ?',
  );
  const revoke = database.prepare(
    `UPDATE keys SET revoked_at = :at WHERE organization_id = :organization AND key_id = :id
       AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :at)`,
  );
  const remove = database.prepare('DELETE FROM keys WHERE organization_id = ? AND key_id = ?');
  const touch = database.prepare(
    'UPDATE keys SET last_used_at = MAX(IFNULL(last_used_at, 0), ?) WHERE organization_id = ? AND key_id = ?',
  );
  return {
    createKey(key) {
      insert.run(
        key.organizationId,
        key.id,
        key.hash,
        key.prefix,
        key.label ?? null,
        JSON.stringify(key.origins),
        key.createdAt,
        key.expiresAt ?? null,
        key.revokedAt ?? null,
        key.lastUsedAt ?? null,
        key.endpoints === undefined ? null : JSON.stringify(key.endpoints),
      );
      announce(key.organizationId, 'keys');
      return null;
    },
    updateKey({ organizationId, id, changes: { label, origins, expiresAt } }) {
      const row = find.get(organizationId, id) as Row | undefined;
      if (row === undefined) return 'missing';
      if (row.revoked_at !== null) return 'revoked';
      update.run(
        label === undefined ? row.label : label,
        origins === undefined ? row.origins : JSON.stringify(origins),
        expiresAt === undefined ? row.expires_at : expiresAt,
        organizationId,
        id,
      );
      announce(organizationId, 'keys');
      return 'updated';
    },
    revokeKey({ organizationId, id, at }) {
      const revoked = revoke.run({ at, organization: organizationId, id }).changes === 1;
      if (revoked) announce(organizationId, 'keys');
      return revoked;
    },
    removeKey({ organizationId, id }) {
      if (remove.run(organizationId, id).changes === 1) announce(organizationId, 'keys');
      return null;
    },
    touchKey({ organizationId, id, at }) {
      touch.run(at, organizationId, id);
      return null;
    },
  };
}
