import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { innerProduct, innerProducts } from './item-vectors.ts';

test('inner products that are computed together are those computed one by one, to the last bit', () => {
  const component = fc.float({ noNaN: true, noDefaultInfinity: true });
  const vectors = fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
    fc.record({
      own: fc.array(component, { minLength: dimensions, maxLength: dimensions }),
      others: fc.array(fc.array(component, { minLength: dimensions, maxLength: dimensions }), {
        maxLength: 11,
      }),
    }),
  );
  fc.assert(
    fc.property(vectors, ({ own, others }) => {
      const session = Float64Array.from(own);
      const packed = Float32Array.from(others.flat());
      const at = Int32Array.from(others, (_, n) => n * own.length);
      const together = new Float64Array(others.length);
      innerProducts(session, packed, at, others.length, together);
      assert.deepEqual(
        [...together],
        [...at].map((offset) => innerProduct(session, packed, offset)),
      );
    }),
  );
});
