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
  weights: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  loose: fc.nat(2),
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

/** Look-ups in columns that are in no group. */
const looseOf = (
  { shop, loose, seed }: { shop: (typeof SHOPS)[0]; loose: number; seed: number },
  numbers: (length: number) => Float64Array,
): Lookup[] =>
  Array.from({ length: loose }, (_, k) => ({
    code: Int32Array.from({ length: shop.index.size }, (_, i) => ((i * 7 + seed + k) % 5) - 1),
    table: numbers(5),
  }));

const at = ({ code, table }: Lookup, product: number): number => table[code[product] + 1];

test('multiplying by tables equals multiplying by each look-up, and returns the sum over the products', () => {
  fc.assert(
    fc.property(cases, (drawing) => {
      const { groups, lookups, numbers, values, size } = drawn(drawing);
      const from = numbers(size);
      const into = new Float64Array(size);
      const { tables, ungrouped } = combineInTables(groups, lookups, 'product', values);
      const outside = [...ungrouped, ...looseOf(drawing, numbers)];
      const sum = multiply(groups, tables, outside, from, into);
      const all = [...lookups, ...outside.slice(ungrouped.length)];
      const expected = from.map((mass, i) => all.reduce((product, lookup) => product * at(lookup, i), mass));
      for (let i = 0; i < size; i++) assert.ok(Math.abs(into[i] - expected[i]) < 1e-12);
      const total = expected.reduce((a, b) => a + b, 0);
      assert.ok(all.length === 0 ? sum === 0 : Math.abs(sum - total) < 1e-9);
    }),
  );
});

test('mixing gives prior times the rest and the sum of the look-ups, plus the weighted wholes', () => {
  fc.assert(
    fc.property(cases, (drawing) => {
      const { groups, lookups, numbers, values, size } = drawn(drawing);
      const [prior, into] = [numbers(size), new Float64Array(size)];
      const { tables, ungrouped } = combineInTables(groups, lookups, 'sum', values);
      const loose = looseOf(drawing, numbers);
      const wholes = drawing.weights.map((weight) => ({ values: numbers(size), weight }));
      mix(groups, tables, [...ungrouped, ...loose], drawing.rest, prior, wholes, into);
      for (let i = 0; i < size; i++) {
        const sum = [...lookups, ...loose].reduce((total, lookup) => total + at(lookup, i), 0);
        const whole = wholes.reduce((total, { values, weight }) => total + weight * values[i], 0);
        const expected = prior[i] * (drawing.rest + sum) + whole;
        assert.ok(Math.abs(into[i] - expected) < 1e-12, `${into[i]} and ${expected}`);
      }
    }),
  );
});
