import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairOf } from '../pairs.fixture.ts';
import { compareAttributes } from './attribute-comparison.ts';

test('every attribute of the pair is compared, in its order; filling cells of a column raises its bits', () => {
  const truth = Array.from({ length: 40 }, (_, p) => ['red', 'blue', 'green', 'white'][(p * 7) % 4]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (gaps) => {
      const before = { colour: truth.map((text, p) => (p < gaps ? '' : text)), fit: truth };
      const pair = pairOf(before, { colour: truth, fit: truth });
      const compared = compareAttributes(pair, 1);
      assert.deepEqual(
        compared.map(({ attribute, index }) => [attribute.name, index]),
        [
          ['colour', 0],
          ['fit', 1],
        ],
      );
      assert.equal(compared[0].cells.filled.length, gaps);
      assert.ok(compared[0].bits.after > compared[0].bits.before);
      assert.equal(compared[1].bits.after, compared[1].bits.before);
    }),
    { numRuns: 30 },
  );
});
