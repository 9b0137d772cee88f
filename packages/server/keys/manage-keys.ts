import type { EndpointPath } from '@decidable/contract';
import { Conflict, NotFound } from '../errors.ts';
import {
  type ApiKey,
  ChangeUnannounced,
  type KeyChanges,
  type KeyId,
  type OrganizationId,
  type Storage,
} from '../storage/ports.ts';
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

/** Active keys of an organization: each page and server has one of its own, so hundreds are a mistake. Set by hand. */
export const MOST_KEYS = 200;

/**
 * Creates a key.
 *
 * @returns its facts, and its value, which is shown this once: only its hash is stored
 * @throws Conflict where the organization has too many; StoreUnavailable
 */
export async function createKey(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  { label, origins = [], endpoints, expiresAt }: KeySettings,
  now: number,
): Promise<{ readonly key: ApiKey; readonly value: string }> {
  const active = (await keys.list(organizationId)).filter((key) => keyState(key, now) === 'active');
  if (active.length >= MOST_KEYS)
    throw new Conflict(`An organization has at most ${MOST_KEYS} active keys. Revoke one that is not used.`);
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
 * @param revoked called once, where it was active
 * @returns whether it was active
 * @throws NotFound where the organization has no such key; StoreUnavailable, also where it is revoked and some nodes may
 *   not know yet
 */
export async function revokeKey(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  id: string,
  now: number,
  revoked: (key: ApiKey) => Promise<void>,
): Promise<boolean> {
  const key = await keyOf({ keys }, organizationId, id);
  try {
    const wasActive = await keys.revoke(organizationId, id as KeyId, now);
    if (wasActive) await revoked(key);
    return wasActive;
  } catch (error) {
    // It is revoked; the call is made again until all nodes know.
    if (error instanceof ChangeUnannounced && error.result === true) await revoked(key);
    throw error;
  }
}

/**
 * Changes a key; the very next request with it is checked against what it is then.
 *
 * @throws NotFound where the organization has no such key, Conflict where it is revoked; StoreUnavailable
 */
export async function changeKey(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  id: string,
  changes: KeyChanges,
): Promise<ApiKey> {
  const outcome = await keys.update(organizationId, id as KeyId, changes);
  if (outcome === 'revoked') throw new Conflict('This key is revoked for good. Create another one.');
  return keyOf({ keys }, organizationId, id);
}

/** @throws NotFound where the organization has no such key; StoreUnavailable */
export async function keyOf(
  { keys }: Pick<Storage, 'keys'>,
  organizationId: OrganizationId,
  id: string,
): Promise<ApiKey> {
  const found = (await keys.list(organizationId)).find((key) => key.id === id);
  if (found === undefined) throw new NotFound(`This organization has no key ${id}.`);
  return found;
}

export type KeyState = 'active' | 'expired' | 'revoked';

/** Whether a key is accepted at a time, and if not, why. */
export function keyState({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'active';
}
