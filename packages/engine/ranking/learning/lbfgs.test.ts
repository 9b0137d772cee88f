import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { maximise } from './lbfgs.ts';

test('raises a concave function at every step and ends at its maximum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 2, maxLength: 6 }),
      (peak) => {
        // A concave function, not quadratic, with its maximum at `peak`.
        const { at, values } = maximise(
          (x, gradient) => {
            let value = 0;
            for (let k = 0; k < x.length; k++) {
              const away = x[k] - peak[k];
              value -= (k + 1) * away * away + 0.1 * away ** 4;
              gradient[k] = -2 * (k + 1) * away - 0.4 * away ** 3;
            }
            return value;
          },
          new Float64Array(peak.length),
          200,
        );
        for (let k = 1; k < values.length; k++) assert.ok(values[k] >= values[k - 1]);
        for (const [k, x] of peak.entries()) assert.ok(Math.abs(at[k] - x) < 0.02);
      },
    ),
  );
});

test('ends at the start where the gradient is zero', () => {
  const { at, values } = maximise(
    (x, gradient) => {
      gradient[0] = -2 * x[0];
      return -x[0] * x[0];
    },
    Float64Array.of(0),
    10,
  );
  assert.deepEqual([...at], [0]);
  assert.equal(values.length, 1);
});

test('takes no more steps than it may', () => {
  // Rosenbrock's valley, negated: its maximum is far along a curved ridge.
  const { values } = maximise(
    (x, gradient) => {
      const bend = x[1] - x[0] * x[0];
      gradient[0] = 400 * x[0] * bend + 2 * (1 - x[0]);
      gradient[1] = -200 * bend;
      return -100 * bend * bend - (1 - x[0]) ** 2;
    },
    Float64Array.of(-1.2, 1),
    5,
  );
  assert.equal(values.length, 6);
});
