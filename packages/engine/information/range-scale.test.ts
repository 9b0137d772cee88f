import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Attribute } from '../catalogue/types.ts';
import { Random } from '../primitives/random.ts';
import { encode } from './encoding.ts';
import { cutRanges, type RangeScale, rangeScaleOf } from './range-scale.ts';

/** A column of numbers and words; `undefined` where nothing is recorded. */
function numbers(values: readonly (number | string | undefined)[]): Attribute {
  const distinct = [...new Set(values.filter((value) => value !== undefined))];
  return {
    name: 'weight',
    kind: 'number',
    cell: Int32Array.from(values, (value) => (value === undefined ? -1 : distinct.indexOf(value))),
    cells: distinct.map((_, index) => [index]),
    values: distinct.map((value) =>
      typeof value === 'number' ? { label: `${value}`, number: value } : { label: value },
    ),
    placeholders: new Int32Array(0),
  };
}

function scale(attribute: Attribute): RangeScale {
  const found = rangeScaleOf(attribute, encode([attribute])[0]);
  assert.ok(found);
  return found;
}

/** Sizes of the ranges if the missing products have the given numbers, which other products have too. */
function sizes(column: readonly (number | undefined)[], drawn: readonly number[]): number[] {
  const attribute = numbers(column);
  const found = { ...scale(attribute), unseenShare: 0 };
  const cellOf = new Map(column.map((number, product) => [number, found.values.cell[product]]));
  const { cell, answers } = cutRanges(
    found,
    Int32Array.from(drawn, (number) => cellOf.get(number) ?? -1),
    new Random(1),
  );
  const counts = new Array<number>(answers).fill(0);
  for (const range of cell) counts[range]++;
  return counts;
}

test('ranges hold equally many of all products, recorded or drawn', () => {
  const column = Array.from({ length: 160 }, (_, product) => (product < 80 ? product : undefined));
  // The missing products are the heavy ones.
  const drawn = Array.from({ length: 160 }, (_, product) => (product < 80 ? product : 40 + (product % 40)));
  const counts = sizes(column, drawn);
  assert.equal(counts.length, 8);
  // No number is split between ranges, and each heavy product stands for three.
  assert.ok(
    counts.every((count) => Math.abs(count - 20) <= 2),
    `${counts}`,
  );
});

test('with every number known, the ranges are those of a complete column', () => {
  const column = fc
    .array(fc.integer({ min: 0, max: 40 }), { minLength: 20, maxLength: 120 })
    .map((more) => [...Array.from({ length: 14 }, (_, number) => number * 3), ...more]);
  fc.assert(
    fc.property(column, (all) => {
      const [whole] = encode([numbers(all)]);
      const counts = new Array<number>(whole.count).fill(0);
      for (const range of whole.cell) counts[range]++;
      // The last product is missing and gets its true number.
      const last = all.length - 1;
      if (!all.slice(0, last).includes(all[last])) return;
      const cut = sizes(
        all.map((number, product) => (product === last ? undefined : number)),
        all,
      );
      assert.deepEqual(
        cut.toSorted((left, right) => left - right),
        counts.toSorted((left, right) => left - right),
      );
    }),
  );
});

test('what is no number is an answer of its own', () => {
  const column = Array.from({ length: 60 }, (_, product) =>
    product % 6 === 0 ? 'on request' : product % 6 === 1 ? undefined : product,
  );
  const found = scale(numbers(column));
  const drawn = found.values.cell.map((cell) => (cell < 0 ? found.values.cell[0] : cell));
  const { cell, answers } = cutRanges(found, drawn, new Random(1));
  const onRequest = cell[0];
  column.forEach((value, product) => {
    assert.equal(cell[product] === onRequest, value === 'on request' || value === undefined);
  });
  assert.equal(answers, 9);
  assert.equal(onRequest, 8);
});

test('where every number is another one, the missing ones are expected to be new, and ranges come out even', () => {
  const column = Array.from({ length: 200 }, (_, product) => (product % 10 === 0 ? product : undefined));
  const found = scale(numbers(column));
  assert.ok(found.unseenShare > 0.8, `${found.unseenShare}`);
  const random = new Random(5);
  const drawn = found.values.cell.map((cell) => (cell < 0 ? random.below(20) : cell));
  const { cell, answers } = cutRanges(found, drawn, random);
  const counts = new Array<number>(answers).fill(0);
  for (const range of cell) counts[range]++;
  assert.equal(answers, 8);
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 8, `${counts}`);
});

test('a few numbers that return all the time are not expected to be joined by new ones', () => {
  const column = Array.from({ length: 900 }, (_, product) => (product % 3 === 0 ? product % 16 : undefined));
  assert.ok(scale(numbers(column)).unseenShare < 0.01);
});

test('only what is asked in ranges and missing somewhere has them cut by draws', () => {
  const whole = numbers(Array.from({ length: 40 }, (_, product) => product));
  assert.equal(rangeScaleOf(whole, encode([whole])[0]), undefined);
  const few = numbers(
    Array.from({ length: 40 }, (_, product) => (product % 2 === 0 ? product % 6 : undefined)),
  );
  assert.equal(rangeScaleOf(few, encode([few])[0]), undefined);
});
