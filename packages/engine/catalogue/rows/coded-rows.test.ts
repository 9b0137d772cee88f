import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CodedRows, cellAt, widthAt } from './coded-rows.ts';

const cell = fc.constantFrom('', 'a', 'b', ' a', 'long text');
const anyRows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 });

test('property: rows are as they were written, and so is every part of them', () => {
  fc.assert(
    fc.property(anyRows, fc.nat(35), fc.nat(35), (written, from, to) => {
      const rows = CodedRows.of(written);
      assert.deepEqual([...rows], written);
      const part = rows.slice(from, to);
      assert.deepEqual([...part], written.slice(from, to));
      assert.deepEqual([...part.slice(1)], written.slice(from, to).slice(1));
      for (let row = 0; row < part.length; row++) {
        assert.equal(widthAt(part, row), widthAt(written.slice(from, to), row));
        for (let column = 0; column < 6; column++)
          assert.equal(cellAt(part, row, column), cellAt(written.slice(from, to), row, column));
      }
    }),
  );
});

test('property: readers get the cells of the rows that are asked for, each text by one number', () => {
  fc.assert(
    fc.property(anyRows, fc.array(fc.nat()), (written, places) => {
      const rows = CodedRows.of(written);
      const asked = written.length === 0 ? [] : places.map((place) => place % written.length);
      const read: string[] = [];
      rows.give(asked, [
        undefined,
        { read: (row, code) => read.push(`${row} ${rows.textsOf(1).texts[code - 1]}`) },
      ]);
      const filled = asked.flatMap((row, at) => (written[row][1] ? [`${at} ${written[row][1]}`] : []));
      assert.deepEqual(read, filled);
      assert.equal(new Set(rows.textsOf(1).texts).size, rows.textsOf(1).texts.length);
    }),
  );
});

test('rows of more cells than one piece of memory holds are kept whole', () => {
  const written = Array.from({ length: 5 }, (_, row) => [...new Array<string>(40_000).fill(''), `${row}`]);
  const rows = CodedRows.of(written);
  assert.deepEqual(
    written.map((_, row) => rows.cell(row, 40_000)),
    ['0', '1', '2', '3', '4'],
  );
  assert.equal(rows.at(4)?.length, 40_001);
  assert.equal(rows.at(5), undefined);
});
