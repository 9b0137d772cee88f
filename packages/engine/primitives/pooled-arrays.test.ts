import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { zeroIntegers, zeros } from './pooled-arrays.ts';

test('arrays start as zeros and do not overlap, for any number and length', () => {
  const length = fc.oneof(fc.nat(40), fc.nat(3_000));
  const asked = fc.array(fc.record({ length, whole: fc.boolean() }), { maxLength: 200 });
  fc.assert(
    fc.property(asked, (each) => {
      const arrays = each.map(({ length, whole }) => (whole ? zeroIntegers(length) : zeros(length)));
      arrays.forEach((array, i) => {
        assert.equal(array.length, each[i].length);
        assert.ok(array.every((value) => value === 0));
        array.fill(i + 1);
      });
      for (const [i, array] of arrays.entries()) assert.ok(array.every((value) => value === i + 1));
    }),
  );
});
