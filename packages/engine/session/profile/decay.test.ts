import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Interest } from '../types.ts';
import { AGEING, LONG_HALF_LIFE, reinforce, SHORT_HALF_LIFE, strength } from './decay.ts';

const fresh: Interest = { short: 1, long: 1, at: 0, step: 1 };
const near = (actual: number, expected: number): void =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-12 * Math.max(1, Math.abs(expected)),
    `${actual} ≠ ${expected}`,
  );

test('a new interest is worth what was added', () => {
  near(strength(fresh, 0, 1), 1);
});

test('after two short half-lives the short part is a quarter, and the long part has hardly moved', () => {
  const now = 2 * SHORT_HALF_LIFE;
  near(strength(fresh, now, 1), 0.75 / 4 + 0.25 * 2 ** (-now / LONG_HALF_LIFE));
});

test('after two long half-lives nothing is left but a quarter of the long part', () => {
  near(strength(fresh, 2 * LONG_HALF_LIFE, 1), 0.25 / 4);
});

test('each later signal of the same instant leaves nine tenths', () => {
  near(strength(fresh, 0, 4), AGEING ** 3);
});

test('time before an interest was touched is that very moment', () => {
  assert.equal(strength(fresh, -1e9, 1), strength(fresh, 0, 1));
});

const times = fc.integer({ min: 0, max: 30 * 24 * 3_600_000 });

test('decaying in between changes nothing: the sum is what each contribution is worth by itself', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(times, fc.double({ min: 0.1, max: 3, noNaN: true })), { minLength: 1 }),
      times,
      (added, later) => {
        const [[first, amount]] = added as [(typeof added)[number]];
        const interest = { short: amount, long: amount, at: first, step: 1 };
        for (let i = 1; i < added.length; i++) reinforce(interest, added[i][1], added[i][0], i + 1);
        const steps = added.length;
        const now = Math.max(...added.map(([at]) => at)) + later;
        const expected = added.reduce((sum, [at, amount], i) => {
          const age = now - at;
          return (
            sum +
            amount *
              AGEING ** (steps - i - 1) *
              (0.75 * 2 ** (-age / SHORT_HALF_LIFE) + 0.25 * 2 ** (-age / LONG_HALF_LIFE))
          );
        }, 0);
        const actual = strength(interest, now, steps);
        assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.max(expected, 1e-9), `${actual} ≠ ${expected}`);
      },
    ),
  );
});
