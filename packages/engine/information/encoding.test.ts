import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Attribute } from '../catalogue/types.ts';
import { encode, equalFrequencyCuts } from './encoding.ts';

function numbers(values: readonly (number | undefined)[]): Attribute {
  const distinct = [...new Set(values.filter((value) => value !== undefined))];
  return {
    name: 'weight',
    kind: 'number',
    cell: Int32Array.from(values, (value) => (value === undefined ? -1 : distinct.indexOf(value))),
    cells: distinct.map((_, index) => [index]),
    values: distinct.map((number) => ({ label: `${number}`, number })),
    placeholders: new Int32Array(0),
  };
}

test('fewer than twelve distinct numbers are asked one by one', () => {
  const [answers] = encode([numbers(Array.from({ length: 55 }, (_, index) => index % 11))]);
  assert.equal(answers.ranges, false);
  assert.equal(answers.count, 11);
});

test('where few products have a number, ranges are asked if the others will bring enough distinct ones', () => {
  const sparse = Array.from({ length: 400 }, (_, product) => (product % 40 === 0 ? product * 7 : undefined));
  assert.equal(encode([numbers(sparse)])[0].ranges, true);
  const few = Array.from({ length: 400 }, (_, product) => (product % 4 === 0 ? product % 11 : undefined));
  assert.equal(encode([numbers(few)])[0].ranges, false);
});

test('twelve distinct numbers or more are asked in at most eight ranges that hold equally many', () => {
  const [answers] = encode([numbers(Array.from({ length: 800 }, (_, index) => index))]);
  assert.equal(answers.ranges, true);
  const sizes = new Int32Array(answers.count);
  for (const cell of answers.cell) sizes[answers.answers[answers.start[cell]]]++;
  assert.deepEqual([...sizes], Array(8).fill(100));
});

test('ranges are cut at numbers that exist, and never split a number', () => {
  const column = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(column, (drawn) => {
      const counts = new Map<number, number>();
      for (const [number, count] of drawn) counts.set(number, (counts.get(number) ?? 0) + count);
      const sorted = [...counts]
        .map(([number, count]) => ({ number, count }))
        .sort((a, b) => a.number - b.number);
      const cuts = equalFrequencyCuts(sorted);
      assert.ok(cuts.length <= 7);
      assert.deepEqual(
        cuts,
        [...new Set(cuts)].sort((a, b) => a - b),
      );
      for (const cut of cuts) assert.ok(counts.has(cut) && cut > sorted[0].number);
    }),
  );
});

test('a number that nearly all products have leaves a second range for the others', () => {
  assert.deepEqual(
    equalFrequencyCuts([0, 1, 2, 3].map((number) => ({ number, count: number === 0 ? 97 : 1 }))),
    [1],
  );
});

test('two exports share one encoding, and what is in neither has no answer', () => {
  const all = numbers(Array.from({ length: 40 }, (_, index) => index));
  const some = { ...all, cell: all.cell.map((cell) => (cell % 2 === 0 ? cell : -1)) };
  const [before, after] = encode([some, all]);
  assert.equal(before.count, after.count);
  assert.equal(before.answers, after.answers);
  some.cell.forEach((cell, product) => {
    if (cell >= 0) assert.equal(before.cell[product], after.cell[product]);
    else assert.equal(before.cell[product], -1);
  });
});

test('renaming values, and numbering them otherwise, changes no answer', () => {
  const column: Attribute = {
    name: 'colour',
    kind: 'list',
    cell: Int32Array.of(0, 1, -1, 2, 0),
    cells: [[0], [0, 1], [2]],
    values: [{ label: 'red' }, { label: 'blue' }, { label: 'green' }],
    placeholders: new Int32Array(0),
  };
  const renamed: Attribute = {
    ...column,
    cell: Int32Array.of(2, 0, -1, 1, 2),
    cells: [[1, 2], [0], [2]],
    values: [{ label: 'x' }, { label: 'y' }, { label: 'z' }],
  };
  const [one] = encode([column]);
  const [other] = encode([renamed]);
  assert.deepEqual(one.cell, other.cell);
  assert.equal(one.single, false);
  assert.deepEqual([...one.start], [...other.start]);
});
