import type { ApiKey, KeyChanges, KeyHash, KeyId, Keys, OrganizationId } from '../../../ports.ts';
import type { ClusterChangeFeed } from '../../change-feed.ts';
import type { Database } from '../../connection/database.ts';
import { statement } from '../../connection/pipelined-connection.ts';
import { requireOrganization } from '../../erasure/erased-organizations.ts';
import { KeyUses } from './key-uses.ts';

interface Row {
  readonly organization_id: OrganizationId;
  readonly key_id: KeyId;
  readonly hash: KeyHash;
  readonly prefix: string;
  readonly label: string | null;
  readonly origins: string;
  readonly endpoints: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
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

const BY_HASH = statement('SELECT * FROM keys WHERE hash = $1');

export class ClusterKeys implements Keys {
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

  async create(key: ApiKey): Promise<void> {
    await this.#changes.transaction(async (query, announce) => {
      await requireOrganization(query, key.organizationId);
      await query(
        `INSERT INTO keys (organization_id, key_id, hash, prefix, label, origins, created_at, expires_at, revoked_at,
           last_used_at, endpoints)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
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
        ],
      );
      await announce(key.organizationId, ['keys']);
    });
  }

  async list(organizationId: OrganizationId): Promise<readonly ApiKey[]> {
    const rows = await this.#database.query<Row>(
      'SELECT * FROM keys WHERE organization_id = $1 ORDER BY created_at, key_id',
      [organizationId],
    );
    return rows.map(fromRow);
  }

  async update(
    organizationId: OrganizationId,
    id: KeyId,
    { label, origins, expiresAt }: KeyChanges,
  ): Promise<'updated' | 'revoked' | 'missing'> {
    const outcome = await this.#changes.transaction(async (query, announce) => {
      const [row] = await query<Row>(
        'SELECT * FROM keys WHERE organization_id = $1 AND key_id = $2 FOR UPDATE',
        [organizationId, id],
      );
      if (row === undefined) return 'missing';
      if (row.revoked_at !== null) return 'revoked';
      await query(
        'UPDATE keys SET label = $3, origins = $4, expires_at = $5 WHERE organization_id = $1 AND key_id = $2',
        [
          organizationId,
          id,
          label === undefined ? row.label : label,
          origins === undefined ? row.origins : JSON.stringify(origins),
          expiresAt === undefined ? row.expires_at : expiresAt,
        ],
      );
      await announce(organizationId, ['keys'], true);
      return 'updated';
    });
    return outcome;
  }

  /** A key that was revoked is announced again: the first time may have ended with other nodes not knowing of it. */
  revoke(organizationId: OrganizationId, id: KeyId, at: number): Promise<boolean> {
    return this.#changes.transaction(async (query, announce) => {
      const [row] = await query<Row>(
        'SELECT * FROM keys WHERE organization_id = $1 AND key_id = $2 FOR UPDATE',
        [organizationId, id],
      );
      if (row === undefined) return false;
      const isActive = row.revoked_at === null && (row.expires_at === null || row.expires_at > at);
      if (isActive)
        await query('UPDATE keys SET revoked_at = $3 WHERE organization_id = $1 AND key_id = $2', [
          organizationId,
          id,
          at,
        ]);
      await announce(organizationId, ['keys'], true);
      return isActive;
    });
  }

  remove(organizationId: OrganizationId, id: KeyId): Promise<void> {
    return this.#changes.transaction(async (query, announce) => {
      await query('DELETE FROM keys WHERE organization_id = $1 AND key_id = $2', [organizationId, id]);
      await announce(organizationId, ['keys'], true);
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
    const [row] = await this.#database.hot.query<Row>(BY_HASH, [hash]);
    if (row === undefined) return undefined;
    const key = fromRow(row);
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
