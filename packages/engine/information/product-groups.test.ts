import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CompletedColumn } from './candidate-partition.ts';
import { ProductGroups } from './product-groups.ts';

const PRODUCTS = 40;

/** A column of up to six answers with gaps, one answer a cell. */
const column: fc.Arbitrary<CompletedColumn> = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 5 }), { minLength: PRODUCTS, maxLength: PRODUCTS }),
    fc.array(fc.boolean(), { minLength: PRODUCTS, maxLength: PRODUCTS }),
  )
  .map(([cells, gaps]) => {
    const missing = Uint8Array.from(gaps, Number);
    return { answers: 6, trueCell: Int32Array.from(cells), missing, erased: missing };
  });

const all = Array.from({ length: PRODUCTS }, (_, product) => product);

/** Mean over the products of log2 of the candidates, where those without a value stay, and where all have one. */
function narrowed(known: readonly CompletedColumn[], { trueCell, missing }: CompletedColumn): number {
  const bits = all.map((target) => {
    const left = all.filter((product) =>
      known.every((own) => own.trueCell[product] === own.trueCell[target]),
    );
    const have = left.filter((product) => trueCell[product] === trueCell[target]);
    const gone = left.filter((product) => missing[product] === 1 && trueCell[product] !== trueCell[target]);
    return Math.log2(have.length + gone.length) - Math.log2(have.length);
  });
  return bits.reduce((sum, own) => sum + own, 0) / PRODUCTS;
}

const groupsOf = (known: readonly CompletedColumn[]) =>
  known.reduce((groups, own) => groups.splitBy(own), ProductGroups.ofAll(PRODUCTS));

test('a gain is what a shopper who knows some columns finds out more once another one is recorded', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 3 }), column, (known, next) => {
      assert.ok(Math.abs(groupsOf(known).gain(next, 1) - narrowed(known, next)) < 1e-9);
    }),
  );
});

test('knowing more never makes a column worth more', () => {
  fc.assert(
    fc.property(fc.array(column, { maxLength: 3 }), column, column, (known, more, next) => {
      const groups = groupsOf(known);
      assert.ok(groups.splitBy(more).gain(next, 1) <= groups.gain(next, 1) + 1e-9);
    }),
  );
});

test('a column that is known, or that another one tells, gains nothing', () => {
  fc.assert(
    fc.property(
      fc.array(column, { maxLength: 2 }),
      column,
      fc.double({ min: 0.5, max: 1, noNaN: true }),
      (known, own, trust) => {
        const coarser = { ...own, trueCell: own.trueCell.map((cell) => cell >> 1) };
        const groups = groupsOf([...known, own]);
        assert.ok(groups.gain(own, 1) < 1e-9 && groups.gain(coarser, 1) < 1e-9);
        assert.ok(groups.gain(own, trust) < 1e-9);
      },
    ),
  );
});
