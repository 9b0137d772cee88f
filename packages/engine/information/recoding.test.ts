import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isRecoding } from './recoding.ts';

const columnOf = (cells: readonly number[]) => ({
  cell: Int32Array.from(cells),
  start: Int32Array.from({ length: Math.max(0, ...cells) + 2 }, (_, at) => at),
});

/** Cells of four values, each of them more than once, with gaps. */
const cells = fc
  .array(fc.integer({ min: -1, max: 3 }), { minLength: 40, maxLength: 80 })
  .filter((own) => [0, 1, 2, 3].every((value) => own.filter((cell) => cell === value).length > 1));

test('a column with other names for its values is a recoding of it, until one cell says something else', () => {
  fc.assert(
    fc.property(cells, fc.nat(), (own, pick) => {
      const named = own.map((cell) => (cell < 0 ? cell : (cell + 1) % 4));
      assert.ok(isRecoding(columnOf(own), columnOf(named), 10));
      const recorded = own.flatMap((cell, product) => (cell < 0 ? [] : [product]));
      const product = recorded[pick % recorded.length];
      const other = named.with(product, (named[product] + 1) % 4);
      assert.ok(!isRecoding(columnOf(own), columnOf(other), 10));
    }),
  );
});

test('columns that no five products have together are no recodings of each other', () => {
  fc.assert(
    fc.property(cells, (own) => {
      const few = (count: number) => {
        let left = count;
        return columnOf(own.map((cell) => (cell < 0 || left-- <= 0 ? -1 : cell)));
      };
      assert.ok(!isRecoding(columnOf(own), few(4), 1));
    }),
  );
});

test('of another column only those cells are read beside which the first one has a value', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 499 }), { maxLength: 4 }), (recorded) => {
      const own = new Int32Array(500).fill(-1);
      for (const product of recorded) own[product] = 0;
      const read: number[] = [];
      const cell = new Proxy(new Int32Array(500), {
        get(cells, place) {
          if (/^\d+$/.test(String(place))) read.push(Number(place));
          return Reflect.get(cells, place);
        },
      });
      const start = Int32Array.of(0, 1);
      assert.ok(!isRecoding({ cell: own, start }, { cell, start }, 1));
      assert.deepEqual(
        read,
        recorded.toSorted((a, b) => a - b),
      );
    }),
  );
});
