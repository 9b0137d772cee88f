import { changeKey, createKey, listKeys, type ManagedKey, revokeKey } from '@decidable/contract/management';
import { isoTime } from '../../json/iso-time.ts';
import {
  changeKey as change,
  createKey as create,
  keyEndpoints,
  keyExpiry,
  keyLabel,
  keyLimit,
  keyOf,
  keyOrigin,
  keyState,
  revokeKey as revoke,
} from '../../keys/index.ts';
import type { ApiKey } from '../../storage/ports.ts';
import { checkedField } from '../checked-field.ts';
import { manage } from '../manage.ts';

/** A key as its owner sees it. */
function managedKey(key: ApiKey, now: number): ManagedKey {
  const { id, prefix, label, origins, endpoints, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return {
    id,
    prefix,
    state: keyState(key, now),
    origins: [...origins],
    createdAt: isoTime(createdAt),
    ...(label !== undefined && { label }),
    ...(endpoints !== undefined && { endpoints: [...endpoints] }),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    ...(revokedAt !== undefined && { revokedAt: isoTime(revokedAt) }),
    ...(lastUsedAt !== undefined && { lastUsedAt: isoTime(lastUsedAt) }),
  };
}

/** A label, or none where there is nothing but spaces. */
const labelOf = (text: string): string | undefined => {
  const label = text.trim();
  return label === '' ? undefined : checkedField('label', label, keyLabel);
};

const originsOf = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin, place) => checkedField(`origins[${place}]`, origin, keyOrigin))),
];

export const endpoints = [
  manage(listKeys, async ({ organizationId, at }, { storage }) => ({
    keys: (await storage.keys.list(organizationId)).map((key) => managedKey(key, at)),
  })),

  manage(createKey, async ({ organizationId, body, at, audit }, { storage }) => {
    const { label: given = '', calls, endpoints = [], expiresAt } = body;
    const origins = originsOf(body.origins ?? []);
    const label = labelOf(given);
    const named = endpoints.flatMap((path, place) => checkedField(`endpoints[${place}]`, path, keyEndpoints));
    const limit = keyLimit(origins, calls, named);
    const { key, value } = await create(
      storage,
      organizationId,
      {
        origins,
        ...(label !== undefined && { label }),
        ...(limit !== undefined && { endpoints: limit }),
        ...(expiresAt !== undefined && {
          expiresAt: checkedField('expiresAt', expiresAt, (text) => keyExpiry(text, at)),
        }),
      },
      at,
    );
    await audit('key.created', key.id, { prefix: key.prefix, ...(label !== undefined && { label }) });
    return { key: managedKey(key, at), value };
  }),

  manage(changeKey, async ({ organizationId, params, body, at, audit }, { storage }) => {
    const { label, origins, expiresAt } = body;
    const changes = {
      ...(label !== undefined && { label: labelOf(label) ?? null }),
      ...(origins !== undefined && { origins: originsOf(origins) }),
      ...(expiresAt !== undefined && {
        expiresAt:
          expiresAt === null ? null : checkedField('expiresAt', expiresAt, (text) => keyExpiry(text, at)),
      }),
    };
    const key = await change(storage, organizationId, params.keyId, changes);
    await audit('key.changed', key.id, { prefix: key.prefix, changed: Object.keys(changes).join(' ') });
    return { key: managedKey(key, at) };
  }),

  manage(revokeKey, async ({ organizationId, params, at, audit }, { storage }) => {
    await revoke(storage, organizationId, params.keyId, at, ({ id, prefix }) =>
      audit('key.revoked', id, { prefix }),
    );
    const key = await keyOf(storage, organizationId, params.keyId);
    return { key: managedKey(key, at) };
  }),
];
