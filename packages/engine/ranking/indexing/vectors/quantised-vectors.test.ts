import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToEnd } from '../../../primitives/run-to-end.ts';
import { QuantisedVectors } from './quantised-vectors.ts';

const DIMENSIONS = 19;
const vector = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
  minLength: DIMENSIONS,
  maxLength: DIMENSIONS,
});

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);
const cosineOf = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, d) => sum + (x / lengthOf(a)) * (b[d] / lengthOf(b)), 0);

function vectorsOf(rows: readonly (readonly number[])[]): QuantisedVectors {
  const vectors = QuantisedVectors.of(rows.length, DIMENSIONS);
  for (const [product, row] of rows.entries()) vectors.set(product, row);
  return vectors;
}

test('a cosine is off by no more than the scales of both vectors allow', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 30 }), vector, (rows, asked) => {
      fc.pre(lengthOf(asked) > 1e-3 && rows.every((row) => lengthOf(row) > 1e-3));
      const vectors = vectorsOf(rows);
      const scaleOfAsked = vectorsOf([asked]).scales[0];
      const { products, similarities } = runToEnd(vectors.nearest(asked, 100, -2));
      assert.equal(products.length, rows.length);
      for (const [k, product] of products.entries()) {
        const bound = (Math.sqrt(DIMENSIONS) / 2) * (vectors.scales[product] + scaleOfAsked);
        const error = Math.abs(similarities[k] - cosineOf(rows[product], asked));
        // Of the second vector the length may be off, too.
        assert.ok(error <= bound * (1 + bound) + 1e-6, `${error} over ${bound}`);
      }
    }),
  );
});

test('the nearest are those of a full sort, the first of equal ones first, and none is below the least', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { maxLength: 40 }),
      vector,
      fc.integer({ min: 1, max: 12 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (rows, asked, most, least) => {
        const vectors = vectorsOf(rows);
        const all = runToEnd(vectors.nearest(asked, 1_000, -2));
        const expected = [...all.products.keys()]
          .filter((k) => all.similarities[k] >= least)
          .sort((a, b) => all.similarities[b] - all.similarities[a] || all.products[a] - all.products[b])
          .slice(0, most)
          .map((k) => all.products[k]);
        assert.deepEqual([...runToEnd(vectors.nearest(asked, most, least)).products], expected);
      },
    ),
  );
});

test('what has no direction has no vector, and other dimensions are refused', () => {
  const vectors = vectorsOf([[], [], []].map(() => new Array<number>(DIMENSIONS).fill(0)));
  vectors.set(1, new Array<number>(DIMENSIONS).fill(Number.NaN));
  vectors.set(2, new Array<number>(DIMENSIONS).fill(1e-200));
  assert.equal(vectors.count, 1);
  const asked = new Array<number>(DIMENSIONS).fill(3);
  assert.deepEqual([...runToEnd(vectors.nearest(asked, 3, -1)).products], [2]);
  assert.equal(runToEnd(vectors.nearest(asked.fill(0), 3, -1)).products.length, 0);
  assert.throws(() => vectors.set(0, [1, 2]), /2 dimensions in place of 19/);
  assert.throws(() => runToEnd(vectors.nearest([1], 1, 0)), RangeError);
});
