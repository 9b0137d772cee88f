import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodedRows } from '../rows/coded-rows.ts';
import { ColumnReader } from './column-reader.ts';

function reader(cells: readonly string[]): ColumnReader {
  const rows = CodedRows.of(cells.map((cell) => [cell]));
  const column = new ColumnReader(rows.textsOf(0), cells.length);
  rows.give([...cells.keys()], [column]);
  return column;
}

test('each distinct text is kept once, without the spaces around it', () => {
  const { texts, cell } = reader(['red', ' red', 'blue', '', 'red ']).asIs('colour', 5);
  assert.deepEqual(
    [texts, [...cell]],
    [
      ['red', 'blue'],
      [0, 0, 1, -1, 0],
    ],
  );
});

test('placeholders and spaces are nothing recorded; placeholders are reported', () => {
  const { texts, cell, placeholders } = reader(['N/A', 'red', '  ', '-']).asIs('colour', 4);
  assert.deepEqual([texts, [...cell], [...placeholders]], [['red'], [-1, 0, -1, -1], [0, 3]]);
});

test('the rows of a product are united, whatever their order', () => {
  const products = Int32Array.from([0, 1, 0, 0]);
  const { texts, cell } = reader(['red', 'red', 'blue', 'red']).united('colour', products, 4, 2);
  assert.deepEqual(
    [...cell].map((text) => texts[text]),
    ['blue\u001fred', 'red'],
  );
  const other = reader(['blue', 'red', 'red', 'red']).united('colour', products, 4, 2);
  assert.equal(other.texts[other.cell[0]], 'blue\u001fred');
});

test('a text that only stands beside others is no cell, a placeholder beside a value no gap', () => {
  const { texts, placeholders } = reader(['red', 'blue', 'N/A']).united('colour', new Int32Array(3), 3, 1);
  assert.deepEqual([texts, [...placeholders]], [['blue\u001fred'], []]);
});
