import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readRows } from './row-reader.ts';

it('rows are read as they are written, whatever the separator, with the lines on which they begin', () => {
  const { file, headerRow, names } = readRows('sep=;\r\n\r\norder;"product\r\nid"\r\n1;"a\r\nb"\r\n1;c\r\n');
  assert.deepEqual(names, ['order', 'product\nid']);
  assert.deepEqual(
    [...file.rows.slice(headerRow + 1, headerRow + 3)],
    [
      ['1', 'a\nb'],
      ['1', 'c'],
    ],
  );
  assert.deepEqual([file.lineOfRow(headerRow + 1), file.lineOfRow(headerRow + 2)], [5, 7]);
});

it('a file without rows, of another format or with an open quote is refused with its place', () => {
  assert.throws(() => readRows(' \n\n'), { code: 'empty_file' });
  assert.throws(() => readRows('[{"order":1}]'), { code: 'not_csv' });
  assert.throws(() => readRows('a,b\n1,"x\n'), { code: 'unterminated_quote', line: 2, column: 2 });
});
