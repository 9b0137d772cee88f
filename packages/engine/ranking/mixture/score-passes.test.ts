import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnGroupsOf } from '../indexing/column-groups.ts';
import type { Lookup } from '../intent/lift.ts';
import { randomOf, shopOf } from '../testing/shops.ts';
import { combineInTables } from './column-group-tables.ts';
import { mix, multiply } from './score-passes.ts';

/** Odd and even numbers of products, because the passes handle two at a time. */
const SHOPS = [shopOf(120), shopOf(121), shopOf(3)].map((index) => ({
  index,
  codes: [...index.columns.map(({ cell }) => cell), index.priceStep, index.priceRank],
}));

const cases = fc.record({
  shop: fc.constantFrom(...SHOPS),
  chosen: fc.subarray([0, 1, 2, 3, 4]),
  seed: fc.nat(),
  rest: fc.double({ min: 0, max: 1, noNaN: true }),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Look-ups in some columns of a shop with random tables, and random numbers per product. */
function drawn({
  shop: { index, codes },
  chosen,
  seed,
}: {
  shop: (typeof SHOPS)[0];
  chosen: number[];
  seed: number;
}) {
  const random = randomOf(seed);
  const numbers = (length: number): Float64Array => new Float64Array(length).map(() => random());
  const lookups: Lookup[] = chosen.flatMap((k) => {
    const code = codes[k];
    return code === undefined ? [] : [{ code, table: numbers(2 + code.reduce((a, b) => Math.max(a, b), 0)) }];
  });
  const groups = columnGroupsOf(index);
  return { groups, lookups, numbers, values: new Float64Array(groups.starts.at(-1)! + 1), size: index.size };
}

const at = ({ code, table }: Lookup, product: number): number => table[code[product] + 1];

test('multiplying by tables equals multiplying by each look-up, and returns the sum over the products', () => {
  fc.assert(
    fc.property(cases, (drawing) => {
      const { groups, lookups, numbers, values, size } = drawn(drawing);
      const from = numbers(size);
      const into = new Float64Array(size);
      const { tables, ungrouped } = combineInTables(groups, lookups, 'product', values);
      const sum = multiply(groups, tables, from, into);
      const expected = from.map((mass, i) =>
        lookups.reduce((product, lookup) => product * (ungrouped.includes(lookup) ? 1 : at(lookup, i)), mass),
      );
      for (let i = 0; i < size; i++) assert.ok(Math.abs(into[i] - expected[i]) < 1e-12);
      const total = expected.reduce((a, b) => a + b, 0);
      assert.ok(tables.pairs.length === 0 ? sum === 0 : Math.abs(sum - total) < 1e-9);
    }),
  );
});

test('mixing gives prior times the rest and the sum of the look-ups, plus the weighted whole', () => {
  fc.assert(
    fc.property(cases, (drawing) => {
      const { groups, lookups, numbers, values, size } = drawn(drawing);
      const [prior, whole, into] = [numbers(size), numbers(size), new Float64Array(size)];
      const { tables, ungrouped } = combineInTables(groups, lookups, 'sum', values);
      mix(groups, tables, drawing.rest, prior, drawing.weight, whole, into);
      for (let i = 0; i < size; i++) {
        const sum = lookups.reduce(
          (total, lookup) => total + (ungrouped.includes(lookup) ? 0 : at(lookup, i)),
          0,
        );
        const expected = prior[i] * (drawing.rest + sum) + drawing.weight * whole[i];
        assert.ok(Math.abs(into[i] - expected) < 1e-12, `${into[i]} and ${expected}`);
      }
    }),
  );
});
