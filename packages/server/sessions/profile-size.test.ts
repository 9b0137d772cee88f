import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BEHAVIOUR_SIGNAL,
  CONTEXT_SIGNAL,
  emptyProfile,
  foldAll,
  type Profile,
  type Signal,
} from '@decidable/engine/session';
import fc from 'fast-check';
import { bytesOf } from '../memory-size.ts';
import { bytesOfProfile } from './profile-size.ts';

const name = fc.string({ minLength: 1, maxLength: 60 });
const signal: fc.Arbitrary<Signal> = fc.oneof(
  fc.record({
    type: fc.constantFrom('category_view', 'brand_view', 'product_view', 'cart_add', 'dismiss', 'sort'),
    value: name,
    at: fc.nat(1_000),
  }),
  fc.record({
    type: fc.constant('attribute_filter'),
    value: name.map((value) => `a=${value}`),
    at: fc.nat(9),
  }),
  fc.record({ type: fc.constant('dwell'), value: name.map((id) => `${id}:9`), at: fc.nat(9) }),
  fc.record({ type: fc.constant('price_filter'), value: fc.constant('10-20'), at: fc.nat(9) }),
  fc.record({ type: fc.constant('search'), value: fc.lorem({ maxCount: 9 }), at: fc.nat(9) }),
  fc.record({ type: fc.constant(BEHAVIOUR_SIGNAL), value: name, at: fc.nat(9), data: fc.constant('{}') }),
  fc.record({
    type: fc.constant(CONTEXT_SIGNAL),
    at: fc.nat(9),
    data: fc.constant('{"device":"mobile","referrer":"search","timeOfDay":"morning"}'),
  }),
);

test('a profile is weighed as what is in it', () => {
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 300, size: 'max' }), (signals) => {
      const profile = foldAll(emptyProfile(0), signals);
      const found = bytesOf(profile);
      const told = bytesOfProfile(profile);
      assert.ok(Math.abs(told - found) < 300 + found / 20, `${told} for ${found}`);
    }),
  );
});

test('what a profile holds is told as V8 holds it', () => {
  const profile = (n: number): Profile => {
    const signals = Array.from({ length: 40 }, (_, k) => ({
      type: k % 2 ? 'product_view' : 'category_view',
      value: `${n} ${k}`.padEnd(12, 'x'),
      at: n + k,
    }));
    return foldAll(emptyProfile(n), signals);
  };
  // 40 signals leave 20 products of some 100 bytes and 20 interests of some 250.
  const bytes = bytesOfProfile(profile(1));
  assert.ok(bytes > 4_000 && bytes < 12_000, `${bytes} bytes`);
});
