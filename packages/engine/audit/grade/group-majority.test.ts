import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Attribute } from '../../catalogue/types.ts';
import { majorities } from './group-majority.ts';

const attribute = (cell: readonly number[], cells: number): Attribute => ({
  name: 'a',
  kind: 'category',
  cell: Int32Array.from(cell),
  cells: Array.from({ length: cells }, (_, index) => [index]),
  values: [],
  placeholders: new Int32Array(0),
});

// With 3 × 3 cells the pairs fit a table, with 30 × 30 the majority vote is taken.
for (const kinds of [3, 30])
  test(`a cell that more than half of a group of ${kinds} have is its majority, with their number`, () => {
    const cells = fc.array(fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 2 })), {
      minLength: 5,
      maxLength: 60,
    });
    fc.assert(
      fc.property(cells, fc.nat(60), (pairs, limit) => {
        const products = Math.min(limit, pairs.length);
        const [own, from] = [0, 1].map((side) =>
          attribute(
            pairs.map((pair) => pair[side]),
            kinds,
          ),
        );
        const { majority, votes, size } = majorities(own, from, products);
        for (let group = 0; group < kinds; group++) {
          const held = pairs
            .slice(0, products)
            .flatMap(([cell, of]) => (of === group && cell >= 0 ? [cell] : []));
          assert.equal(size[group], held.length);
          for (const cell of new Set(held)) {
            const count = held.filter((other) => other === cell).length;
            if (2 * count <= held.length) continue;
            assert.equal(majority[group], cell);
            assert.equal(votes[group], count);
          }
        }
      }),
    );
  });
