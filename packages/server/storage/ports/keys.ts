import type { KeyHash, KeyId, OrganizationId } from './identity.ts';

/** Times are in ms since the epoch. */
export interface ApiKey {
  readonly id: KeyId;
  readonly organizationId: OrganizationId;
  readonly hash: KeyHash;
  /** The first characters of the key, for people to recognise it by. */
  readonly prefix: string;
  readonly label?: string;
  readonly origins: readonly string[];
  /** Paths of the endpoints that it may call; all where absent. */
  readonly endpoints?: readonly string[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
}

/** What may be changed of a key; `null` takes it away. */
export interface KeyChanges {
  readonly label?: string | null;
  readonly origins?: readonly string[];
  readonly expiresAt?: number | null;
}

export interface Keys {
  create(key: ApiKey): Promise<void>;
  /** Oldest first. */
  list(organizationId: OrganizationId): Promise<readonly ApiKey[]>;
  /** Changes what is given. Like a revocation, it holds for the very next request on every node. */
  update(
    organizationId: OrganizationId,
    id: KeyId,
    changes: KeyChanges,
  ): Promise<'updated' | 'revoked' | 'missing'>;
  /** True when such a key was active. The revocation holds for the very next request on every node. */
  revoke(organizationId: OrganizationId, id: KeyId, at: number): Promise<boolean>;
  /** Deletes a key. Like a revocation, it holds for the very next request on every node. */
  remove(organizationId: OrganizationId, id: KeyId): Promise<void>;
  /**
   * The key, where nothing has to be waited for: memory knows it, and is known to be as good as the store. Called for
   * every request; where it finds nothing, `findByHash` tells. Revoked and expired keys are returned as they are, here and
   * by `findByHash`; the caller compares `revokedAt` and `expiresAt`.
   */
  known(hash: KeyHash): ApiKey | undefined;
  findByHash(hash: KeyHash): Promise<ApiKey | undefined>;
  /** Records when a key was last used: at most once a minute, and without waiting for the write. */
  touch(organizationId: OrganizationId, id: KeyId, at: number): void;
}
