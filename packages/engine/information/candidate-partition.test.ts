import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CandidatePartition, type CompletedColumn } from './candidate-partition.ts';

const ANSWERS = 4;
const cells = fc.array(fc.record({ own: fc.nat(ANSWERS - 1), isErased: fc.boolean() }), {
  minLength: 12,
  maxLength: 12,
});
const columnOf = (products: readonly { own: number; isErased: boolean }[]): CompletedColumn => {
  const erased = Uint8Array.from(products, ({ isErased }) => (isErased ? 1 : 0));
  return { answers: ANSWERS, trueCell: Int32Array.from(products, ({ own }) => own), missing: erased, erased };
};

test('the candidates of a target are the products that no answer rules out', () => {
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 2 }), (columns) => {
      const products = columns[0].length;
      const partition = new CandidatePartition(products, columns.map(columnOf));
      const { unions, parts, cellCount, cellOf, cellSizes, targetStart, targetMembers } = partition;
      const seen = new Set<number>();
      for (let set = 0; set + 1 < targetStart.length; set++) {
        const own = [...unions.subarray(set * parts, (set + 1) * parts)].filter((cell) => cell < cellCount);
        const found = [...cellOf.keys()].filter((product) => own.includes(cellOf[product]));
        assert.equal(
          found.length,
          own.reduce((sum, cell) => sum + cellSizes[cell], 0),
        );
        for (const target of targetMembers.subarray(targetStart[set], targetStart[set + 1])) {
          seen.add(target);
          const expected = columns[0].flatMap((_, product) =>
            columns.every((column) => column[product].isErased || column[product].own === column[target].own)
              ? [product]
              : [],
          );
          assert.deepEqual(found, expected);
        }
      }
      assert.equal(seen.size, products);
    }),
  );
});

test('only products in the given range are targets', () => {
  fc.assert(
    fc.property(cells, fc.nat(11), fc.integer({ min: 1, max: 12 }), (column, from, length) => {
      const to = Math.min(12, from + length);
      const { targets, targetMembers } = new CandidatePartition(12, [columnOf(column)], { from, to });
      assert.equal(targets, to - from);
      const members = [...targetMembers].sort((left, right) => left - right);
      assert.deepEqual(
        members,
        Array.from({ length: to - from }, (_, at) => from + at),
      );
    }),
  );
});
