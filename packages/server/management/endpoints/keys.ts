import { listKeys, type ManagedKey } from '@decidable/contract/management';
import { keyState } from '../../keys/index.ts';
import type { ApiKey } from '../../storage/ports.ts';
import { manage } from '../manage.ts';

const time = (at: number): string => new Date(at).toISOString();

/** A key as its owner sees it. */
function managedKey(key: ApiKey, now: number): ManagedKey {
  const { id, prefix, label, origins, endpoints, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    prefix,
    state: keyState(key, now),
    origins: [...origins],
    createdAt: time(createdAt),
    ...(label !== undefined && { label }),
    ...(endpoints !== undefined && { endpoints: [...endpoints] }),
    ...(expiresAt !== undefined && { expiresAt: time(expiresAt) }),
    ...(revokedAt !== undefined && { revokedAt: time(revokedAt) }),
    ...(lastUsedAt !== undefined && { lastUsedAt: time(lastUsedAt) }),
  };
}

export const endpoints = [
  manage(listKeys, async ({ organizationId, at }, { storage }) => ({
    keys: (await storage.keys.list(organizationId)).map((key) => managedKey(key, at)),
  })),
];
