import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable } from '../../../catalogue/index.ts';
import { groupingsOf } from './kind-columns.ts';

/** The labels of the groupings of a column, by level. */
function labelsByLevel(cells: readonly string[]): (readonly string[])[] {
  const rows = Array.from({ length: 60 }, (_, i) => `p${i},${cells[i % cells.length]}`);
  const { attributes, ids } = interpret(readTable(['id,category', ...rows].join('\n')));
  return groupingsOf(attributes[0], 0, ids.length, 60).map(({ labels }) => labels.toSorted());
}

test('a path is grouped by each of its levels, whatever sign stands between them', () => {
  const paths = [
    ['Men', 'Tops'],
    ['Men', 'Bags'],
    ['Women', 'Tops'],
    ['Women', 'Bags'],
  ];
  const levels = [
    ['Men', 'Women'],
    ['Men > Bags', 'Men > Tops', 'Women > Bags', 'Women > Tops'],
  ];
  for (const sign of [' > ', '/', ' / ', ' » '])
    assert.deepEqual(labelsByLevel(paths.map((path) => path.join(sign))).slice(0, 2), levels, sign);
  const deeper = paths.map((path) => [...path, 'Sale'].join('|'));
  assert.deepEqual(labelsByLevel(deeper).slice(0, 2), levels, '|');
});

test('names with a slash are groups as they are', () => {
  assert.deepEqual(labelsByLevel(['TV/Audio', 'Books', 'Toys', 'Games']), [
    ['Books', 'Games', 'TV/Audio', 'Toys'],
  ]);
});
