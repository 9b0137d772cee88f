import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../catalogue/csv/table-reader.ts';
import { interpretTogether } from '../../catalogue/sameness/interpret-together.ts';
import { csvOf } from '../exports.fixture.ts';
import { verify } from '../verify/verify.ts';

const shirts = (colourOf: (row: number) => string) => ({
  names: ['sku', 'title', 'colour', 'size'],
  rows: Array.from({ length: 40 }, (_, row) => [
    `p-${row}`,
    `Shirt number ${row} of linen`,
    colourOf(row),
    ['S', 'M', 'L'][row % 3],
  ]),
});
const red = (row: number) => (row % 2 === 0 ? 'red' : 'blue');

test('cells that differ are shown with both values and the title, at most ten', () => {
  const compared = (after: (row: number) => string) => {
    const tables = [shirts((row) => (row < 20 ? '' : red(row))), shirts(after)].map((each) =>
      readTable(csvOf(each)),
    );
    return verify(...interpretTogether(tables[0], tables[1])).attributes.find(
      ({ attribute }) => attribute === 'colour',
    );
  };
  const one = compared((row) => (row === 3 ? 'red' : row === 30 ? '' : row < 20 ? '' : red(row)));
  assert.deepEqual(
    one?.examples?.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    [
      { id: 'p-3', title: 'Shirt number 3 of linen', after: 'red' },
      { id: 'p-30', title: 'Shirt number 30 of linen', before: 'red' },
    ],
  );
  assert.equal(compared(red)?.examples?.length, 10);
  assert.ok(!('examples' in (compared((row) => (row < 20 ? '' : red(row))) ?? {})));
});
