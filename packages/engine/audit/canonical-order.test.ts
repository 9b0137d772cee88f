import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, toCanonical } from './canonical-order.ts';
import { catalogueOf, linear, smallExport } from './exports.fixture.ts';

test('rows and columns in another order give the same ids, cells and seed', () => {
  fc.assert(
    fc.property(smallExport, fc.nat(), (small, seed) => {
      const random = linear(seed);
      const rows = [...small.rows].sort(() => random() - 0.5);
      const [one, other] = [toCanonical(catalogueOf(small)), toCanonical(catalogueOf({ ...small, rows }))];
      assert.deepEqual(other.ids, one.ids);
      assert.equal(other.seed, one.seed);
      const labels = ({ attributes }: typeof one) =>
        attributes.map(({ name, cell, cells, values }) => [
          name,
          [...cell].map((own) => (own < 0 ? null : cells[own].map((value) => values[value].label).sort())),
        ]);
      assert.deepEqual(labels(other), labels(one));
    }),
    { numRuns: 50 },
  );
});

test('another product gives another seed, and attributes stand in the order of their names', () => {
  fc.assert(
    fc.property(smallExport, (small) => {
      const { seed, attributes } = toCanonical(catalogueOf(small));
      const fewer = toCanonical(catalogueOf({ ...small, rows: small.rows.slice(1) }));
      assert.notEqual(fewer.seed, seed);
      const names = attributes.map(({ name }) => name.toLowerCase());
      assert.deepEqual(names, [...names].sort(compare));
    }),
    { numRuns: 50 },
  );
});
