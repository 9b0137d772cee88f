import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  BEHAVIOUR_SIGNAL,
  CONTEXT_SIGNAL,
  emptyProfile,
  type FoldedProfile,
  foldAll,
  type Signal,
} from '@decidable/engine/session';
import fc from 'fast-check';
import { bytesOf } from '../memory-size.ts';
import { bytesOfProfile } from './profile-size.ts';

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
);
const START = Date.UTC(2026, 0, 1);
const at = fc.nat(1_000).map((ms) => START + ms);
const signal: fc.Arbitrary<Signal> = fc.oneof(
  fc.record({
    type: fc.constantFrom('category_view', 'brand_view', 'product_view', 'cart_add', 'dismiss', 'sort'),
    value: name,
    at,
  }),
  fc.record({
    type: fc.constant('attribute_filter'),
    value: name.map((value) => `a=${value}`),
    at,
  }),
  fc.record({ type: fc.constant('dwell'), value: name.map((id) => `${id}:9`), at }),
  fc.record({ type: fc.constant('price_filter'), value: fc.constant('10-20'), at }),
  fc.record({ type: fc.constant('search'), value: fc.lorem({ maxCount: 9 }), at }),
  fc.record({ type: fc.constant(BEHAVIOUR_SIGNAL), value: name, at, data: fc.constant('{}') }),
  fc.record({
    type: fc.constant(CONTEXT_SIGNAL),
    at,
    data: fc.constant('{"device":"mobile","referrer":"search","timeOfDay":"morning"}'),
  }),
);

test('the estimate is within 300 bytes and a fifth of a measurement of each object', () => {
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 300, size: 'max' }), (signals) => {
      const profile = foldAll(emptyProfile(START), signals);
      const found = bytesOf(profile);
      const told = bytesOfProfile(profile);
      assert.ok(Math.abs(told - found) < 300 + found / 5, `${told} for ${found}`);
    }),
  );
});

describe('the estimate is within a fifth of what V8 holds', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const PROFILES = 4_000;

  // Each in a test of its own, or what the last one held would be collected while the next one is measured.
  for (const letter of ['x', 'ж']) {
    for (const length of [1, 5, 40]) {
      it(`of ${length} signals, named in "${letter}"`, () => {
        const profiles = new Array<FoldedProfile | undefined>(PROFILES).fill(undefined);
        collect();
        const before = process.memoryUsage().heapUsed;
        for (let n = 0; n < PROFILES; n++) {
          const signals = Array.from({ length }, (_, k) => ({
            type: k % 2 ? 'product_view' : 'category_view',
            value: `${n} ${k}`.padEnd(letter === 'x' ? 12 : 120, letter),
            at: START + 60_000 * n + k,
          }));
          profiles[n] = foldAll(emptyProfile(START + n), signals);
        }
        collect();
        const held = process.memoryUsage().heapUsed - before;
        const told = profiles.reduce((sum, profile) => sum + bytesOfProfile(profile!), 0);
        assert.ok(Math.abs(told / held - 1) < 0.2, `${told / PROFILES} bytes for ${held / PROFILES}`);
      });
    }
  }
});
