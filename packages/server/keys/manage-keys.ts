import type { EndpointPath } from '@decidable/contract';
import { NotFound } from '../errors.ts';
import type { ApiKey, KeyId, OrganizationId, Storage } from '../storage/ports.ts';
import { mintKey } from './mint-key.ts';

/** What the owner of a key decides. */
export interface KeySettings {
  readonly label?: string;
  /** Web origins that may use it; any where there is none. */
  readonly origins?: readonly string[];
  /** The endpoints that it may call; all where absent. */
  readonly endpoints?: readonly EndpointPath[];
  /** ms since the epoch; never where absent */
  readonly expiresAt?: number;
}

/**
 * Creates a key.
 *
 * @returns its facts, and its value, which is shown this once: only its hash is stored
 * @throws StoreUnavailable
 */
export async function createKey(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  { label, origins = [], endpoints, expiresAt }: KeySettings,
  now: number,
): Promise<{ readonly key: ApiKey; readonly value: string }> {
  const { id, value, hash, prefix } = mintKey();
  const key: ApiKey = {
    id,
    organizationId,
    hash,
    prefix,
    origins,
    createdAt: now,
    ...(label === undefined ? {} : { label }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(endpoints === undefined ? {} : { endpoints: [...new Set(endpoints)] }),
  };
  await keys.create(key);
  return { key, value };
}

/**
 * Revokes a key; it is refused at the very next request.
 *
 * @returns whether it was active
 * @throws NotFound where the organization has no such key; StoreUnavailable
 */
export async function revokeKey(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  id: string,
  now: number,
): Promise<boolean> {
  const isKnown = (await keys.list(organizationId)).some((key) => key.id === id);
  if (!isKnown) throw new NotFound(`this organization has no key ${id}.`);
  return keys.revoke(organizationId, id as KeyId, now);
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** Whether a key is accepted at a time, and if not, why. */
export function keyState({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
