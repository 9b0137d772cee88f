import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { logGamma } from './log-gamma.ts';

test('Γ(n) is the factorial of n − 1', () => {
  let factorial = 0;
  for (let n = 1; n <= 170; n++) {
    assert.ok(Math.abs(logGamma(n) - factorial) <= 1e-10 * Math.max(1, factorial), `${n}`);
    factorial += Math.log(n);
  }
});

test('ln Γ(x + 1) = ln x + ln Γ(x), and Γ(1/2) = √π', () => {
  assert.ok(Math.abs(logGamma(0.5) - Math.log(Math.PI) / 2) < 1e-9);
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (x) => {
      const next = logGamma(x + 1);
      assert.ok(Math.abs(next - Math.log(x) - logGamma(x)) <= 1e-9 * Math.max(1, Math.abs(next)));
    }),
  );
});
