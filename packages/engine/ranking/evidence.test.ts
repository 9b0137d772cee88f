import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Evidence } from './evidence.ts';
import { VOICE_COUNT } from './voices.ts';

const PRODUCTS = 3_000;

test('what is said of a product adds up by voice, however many products are named', () => {
  const said = fc.array(fc.tuple(fc.nat(PRODUCTS - 1), fc.nat(VOICE_COUNT - 1), fc.nat(9)), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(said, fc.nat(2_000), (added, others) => {
      const evidence = new Evidence();
      evidence.open(new Int32Array(PRODUCTS).fill(-1));
      const sums = new Map<string, number>();
      for (const [product, voice, value] of added) {
        evidence.add(product, voice, value);
        const key = `${product} ${voice}`;
        sums.set(key, (sums.get(key) ?? 0) + value);
      }
      // More products than the working space begins with.
      for (let product = 0; product < others; product++) evidence.row(product);
      for (const [key, sum] of sums) {
        const [product, voice] = key.split(' ').map(Number);
        assert.equal(evidence.values[evidence.find(product!) + voice!], sum);
      }
      const named = new Set([...Array(others).keys(), ...added.map(([product]) => product)]);
      assert.equal(evidence.count, named.size);
    }),
  );
});

test('nothing of one ranking is left for the next, also of one that failed half way', () => {
  const slots = new Int32Array(PRODUCTS).fill(-1);
  const evidence = new Evidence();
  evidence.open(slots);
  evidence.add(7, 1, 5);
  evidence.open(slots);
  assert.equal(evidence.find(7), -1);
  assert.equal(evidence.values[evidence.row(7) + 1], 0);
  evidence.clear();
  assert.ok(slots.every((slot) => slot === -1));
});
