import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AdaptiveKeyIndex, KeyIndex } from './key-index.ts';

const keys = fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 0, max: 2 ** 48 })), { maxLength: 300 });

for (const [name, create] of [
  ['a hash table that was made too small', () => new KeyIndex(1)],
  ['a table that hashes where keys are many', () => new AdaptiveKeyIndex(2 ** 49, 1)],
] as const) {
  test(`${name} numbers keys by first appearance, as a Map does`, () => {
    fc.assert(
      fc.property(keys, fc.nat(), (given, other) => {
        const index = create();
        const known = new Map<number, number>();
        for (const key of given) {
          if (!known.has(key)) known.set(key, known.size);
          assert.equal(index.add(key), known.get(key));
        }
        assert.equal(index.size, known.size);
        for (const key of [...given, other]) assert.equal(index.find(key), known.get(key) ?? -1);
      }),
    );
  });
}

test('a plain table and a hash table number the same keys alike', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(99)), (given) => {
      const plain = new AdaptiveKeyIndex(100, given.length);
      const hashed = new KeyIndex(given.length);
      for (const key of given) assert.equal(plain.add(key), hashed.add(key));
      for (let key = 0; key < 100; key++) assert.equal(plain.find(key), hashed.find(key));
    }),
  );
});
