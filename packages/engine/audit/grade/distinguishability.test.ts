import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { distinguishingBits, leastDistinguishableFirst } from './distinguishability.ts';

test('products that are told apart least come first, however many attributes tell the others apart', () => {
  const bits = fc.array(fc.double({ min: -17_000, max: 17, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(bits, (indistinct) => {
      const order = leastDistinguishableFirst(Float64Array.from(indistinct));
      assert.equal(new Set(order).size, indistinct.length);
      for (let at = 1; at < order.length; at++) {
        assert.ok(indistinct[order[at - 1]] >= indistinct[order[at]] - 1e-3);
      }
    }),
  );
});

test('a product of which only common things are said is told apart by less than one with a rare value', () => {
  const cell = Int32Array.of(0, 0, 0, 1, -1);
  const answers = { name: 'fit', ranges: false, count: 2, cell, single: true };
  const [bits] = [
    distinguishingBits([{ ...answers, start: Int32Array.of(0, 1, 2), answers: Int32Array.of(0, 1) }], 5),
  ];
  assert.ok(bits[3] > bits[0] && bits[0] > bits[4]);
  assert.equal(bits[4], 0);
});
