import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashKey, mintKey } from './mint-key.ts';

test('a new key is 192 random bits, of which the store gets a hash and a beginning', () => {
  const { value, hash, prefix } = mintKey();
  const [, random = ''] = /^pk_live_([\w-]+)$/.exec(value) ?? [];
  assert.equal(Buffer.from(random, 'base64url').length, 24);
  assert.equal(hash, hashKey(value));
  assert.equal(prefix, value.slice(0, 12));
  assert.notEqual(mintKey().value, value);
});
