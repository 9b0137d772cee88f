import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceSecret } from './service-secret.ts';

test('a secret that the store has is read, and nothing is written', async () => {
  const known = Uint8Array.of(1);
  const full = () => Promise.reject(new Error('The disk is full.'));
  const made = () => Uint8Array.of(2);
  assert.equal(await serviceSecret({ findSecret: async () => known, secret: full }, 'known', made), known);
  await assert.rejects(
    serviceSecret({ findSecret: async () => undefined, secret: full }, 'new', made),
    /The disk is full/,
  );
});
