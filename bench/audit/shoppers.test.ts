import assert from 'node:assert/strict';
import test from 'node:test';
import { blankCells, blankedCsv } from './blanking.ts';
import { chance } from './chance.ts';
import { bitsPerCell } from './filling.ts';
import { median, rankCorrelation } from './measures.ts';
import { worthAmongThree, worthAsked } from './shoppers.ts';
import { completePart, type TrueColumn, type Truth } from './truth.ts';

function column(name: string, answers: readonly (readonly number[])[]): TrueColumn {
  return {
    name,
    answers,
    texts: answers.map((held) => held.join('|')),
    distinct: new Set(answers.flat()).size,
  };
}

function truth(...columns: TrueColumn[]): Truth {
  return { ids: columns[0].answers.map((_, product) => `p${product}`), columns };
}

test('as the first question, restoring a column is worth the mean narrowing that it adds', () => {
  const four = truth(column('colour', [[0], [0], [1], [1]]));
  const blanking = { pattern: 'random' as const, rates: [0.5], blank: [Uint8Array.of(0, 1, 0, 1)] };
  // Before: the answer leaves its recorded product and the two blank ones, 3 of 4; after: 2 of 4.
  assert.ok(Math.abs(worthAsked(four, blanking)[0] - Math.log2(3 / 2)) < 1e-12);
});

test('a shopper wants one of several values with equal probability', () => {
  const two = truth(column('colour', [[0, 1], [0]]));
  const blanking = { pattern: 'random' as const, rates: [0.5], blank: [Uint8Array.of(1, 0)] };
  // Product 0 asks 0 (2 before, 2 after) or 1 (1 before, 1 after); product 1 asks 0.
  assert.equal(worthAsked(two, blanking)[0], 0);
});

test('among three questions, the simulated worth agrees with counting every shopper', () => {
  const random = chance(5);
  const columns = ['a', 'b', 'c'].map((name) =>
    column(
      name,
      Array.from({ length: 40 }, () => [Math.floor(random() * 3)]),
    ),
  );
  const all = truth(...columns);
  const blanking = blankCells(all, 'random', random);
  const simulated = worthAmongThree(all, blanking, 60_000, random);
  for (let target = 0; target < 3; target++) {
    const others = [0, 1, 2].filter((other) => other !== target);
    const places = [[[]], others.map((other) => [other]), [others]];
    let exact = 0;
    for (const place of places) {
      for (const before of place as number[][]) {
        let sum = 0;
        for (let product = 0; product < 40; product++) {
          const stands = (asked: number, truly: boolean) => (other: number) =>
            (!truly && blanking.blank[asked][other] === 1) ||
            columns[asked].answers[other][0] === columns[asked].answers[product][0];
          const left = Array.from({ length: 40 }, (_, other) => other).filter((other) =>
            before.every((asked) => stands(asked, false)(other)),
          );
          sum += Math.log2(
            left.filter(stands(target, false)).length / left.filter(stands(target, true)).length,
          );
        }
        exact += sum / 40 / place.length / 3;
      }
    }
    assert.ok(Math.abs(simulated[target] - exact) < 0.02, `${simulated[target]} instead of ${exact}`);
  }
});

test('cells are blanked at the known rate, and the copy has gaps just there', () => {
  const random = chance(8);
  const columns = Array.from({ length: 7 }, (_, index) =>
    column(
      `c${index}`,
      Array.from({ length: 200 }, () => [Math.floor(random() * 4)]),
    ),
  );
  for (const pattern of ['random', 'tied'] as const) {
    const blanking = blankCells(truth(...columns), pattern, random);
    assert.equal(Math.min(...blanking.rates), 0);
    assert.equal(Math.max(...blanking.rates), 0.9);
    blanking.blank.forEach((mask, index) => {
      const gone = mask.reduce((count, flag) => count + flag, 0);
      assert.equal(gone, Math.round(blanking.rates[index] * 200));
    });
    const rows = blankedCsv(truth(...columns), blanking).split('\n');
    assert.equal(rows.length, 201);
    const empty = rows
      .slice(1)
      .reduce((count, row) => count + row.split(',').filter((cell) => cell === '""').length, 0);
    assert.equal(
      empty,
      blanking.blank.flatMap((mask) => [...mask]).reduce((count, flag) => count + flag, 0),
    );
  }
});

test('the complete part drops columns for products where that keeps more cells', () => {
  const values = Array.from({ length: 10 }, (_, index) => ({ label: `${index}` }));
  const attribute = (name: string, cell: number[]) => ({
    name,
    kind: 'category' as const,
    cell: Int32Array.from(cell),
    cells: values.map((_, index) => [index]),
    values,
    placeholders: new Int32Array(0),
  });
  const part = completePart(
    ['a', 'b', 'c', 'd'],
    [attribute('x', [0, 1, 2, 0]), attribute('y', [0, 1, 0, -1]), attribute('z', [-1, -1, -1, 3])],
    (_, product) => `text ${product}`,
  );
  assert.deepEqual(
    part.columns.map(({ name }) => name),
    ['x', 'y'],
  );
  assert.deepEqual(part.ids, ['a', 'b', 'c']);
});

test('rank correlation is one for the same order, less than zero for the reverse, and shares ties', () => {
  assert.equal(rankCorrelation([1, 2, 3], [10, 20, 30]), 1);
  assert.equal(rankCorrelation([1, 2, 3], [3, 2, 1]), -1);
  assert.ok(Math.abs(rankCorrelation([1, 1, 2], [1, 2, 3]) - Math.sqrt(3) / 2) < 1e-12);
  assert.equal(median([3, 1, 2, 10]), 2.5);
});

test('filling in the best order has the whole area, filling the emptiest first has less', () => {
  const two = truth(column('worth', [[0], [1], [0], [1]]), column('empty', [[0], [1], [1], [1]]));
  const blanking = {
    pattern: 'random' as const,
    rates: [0.25, 0.75],
    blank: [Uint8Array.of(1, 0, 0, 0), Uint8Array.of(1, 1, 1, 0)],
  };
  assert.equal(bitsPerCell(two, blanking, [2, 1], [1, 0.1]), 1);
  assert.ok(bitsPerCell(two, blanking, [1, 3], [1, 0.1]) < 0.7);
});
