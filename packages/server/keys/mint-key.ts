import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { KeyHash, KeyId } from '../storage/ports.ts';

/** What every key begins with. */
export const KEY_PREFIX = 'pk_live_';

const prefixLength = KEY_PREFIX.length + 4;

/** What is stored of a key. */
export const hashKey = (key: string): KeyHash => hash('sha256', key, 'hex') as KeyHash;

/** A new key: 24 random bytes. Its value is shown once and never stored; `hash` and `prefix` are. */
export function mintKey(): {
  readonly id: KeyId;
  readonly value: string;
  readonly hash: KeyHash;
  readonly prefix: string;
} {
  const value = `${KEY_PREFIX}${randomBytes(24).toString('base64url')}`;
  return { id: randomUUID() as KeyId, value, hash: hashKey(value), prefix: value.slice(0, prefixLength) };
}
