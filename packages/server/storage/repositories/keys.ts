import type { ApiKey, KeyChanges, KeyHash, KeyId, OrganizationId } from '../ports.ts';
import { announce, type Reading, refuseErased, rowOf, rowsOf, type Writing } from './work.ts';

/* How keys are managed. How they are known while requests come is hot, and each store's own. */

export interface KeyRow {
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

export const toKey = (row: KeyRow): ApiKey => ({
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

const OF_KEY = 'WHERE organization_id = $1 AND key_id = $2';

/** No change of a key comes between this and what is written then. */
const lockedKey = (organizationId: OrganizationId, id: KeyId): Writing<KeyRow | undefined> =>
  rowOf<KeyRow>(`SELECT * FROM keys ${OF_KEY} FOR UPDATE`, [organizationId, id]);

export const reads = {
  *list(organizationId: OrganizationId): Reading<readonly ApiKey[]> {
    const text = 'SELECT * FROM keys WHERE organization_id = $1 ORDER BY created_at, key_id';
    return (yield* rowsOf<KeyRow>(text, [organizationId])).map(toKey);
  },
};

export const writes = {
  *create(key: ApiKey): Writing<void> {
    yield* refuseErased(key.organizationId);
    yield* rowsOf(
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
    yield* announce(key.organizationId, 'keys');
  },

  *update(
    organizationId: OrganizationId,
    id: KeyId,
    { label, origins, expiresAt }: KeyChanges,
  ): Writing<'updated' | 'revoked' | 'missing'> {
    const row = yield* lockedKey(organizationId, id);
    if (row === undefined) return 'missing';
    if (row.revoked_at !== null) return 'revoked';
    yield* rowsOf(`UPDATE keys SET label = $3, origins = $4, expires_at = $5 ${OF_KEY}`, [
      organizationId,
      id,
      label === undefined ? row.label : label,
      origins === undefined ? row.origins : JSON.stringify(origins),
      expiresAt === undefined ? row.expires_at : expiresAt,
    ]);
    yield* announce(organizationId, 'keys', true);
    return 'updated';
  },

  /** A key that was revoked is announced again: the first time may have ended with other nodes not knowing of it. */
  *revoke(organizationId: OrganizationId, id: KeyId, at: number): Writing<boolean> {
    const row = yield* lockedKey(organizationId, id);
    if (row === undefined) return false;
    const isActive = row.revoked_at === null && (row.expires_at === null || row.expires_at > at);
    if (isActive) yield* rowsOf(`UPDATE keys SET revoked_at = $3 ${OF_KEY}`, [organizationId, id, at]);
    yield* announce(organizationId, 'keys', true);
    return isActive;
  },

  *remove(organizationId: OrganizationId, id: KeyId): Writing<void> {
    yield* rowsOf(`DELETE FROM keys ${OF_KEY}`, [organizationId, id]);
    yield* announce(organizationId, 'keys', true);
  },
};
