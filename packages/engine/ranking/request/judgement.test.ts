import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpret, readTable, recogniseRoles } from '../../catalogue/index.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { judge } from './judgement.ts';

const SIZES = [24, 27, 27.5, 32, 40];
const rows = Array.from(
  { length: 60 },
  (_, k) => `m${k},Panel ${'ABCDEF'[k % 6]}${k},Monitors,${SIZES[k % SIZES.length]},${100 + k}`,
);
const catalogue = interpret(
  readTable(
    [
      'id,title,type,screen size (inch),price',
      ...rows,
      'r1,Ruler of 27 inch,Rulers,,5',
      'r2,Ruler,Rulers,,4',
    ].join('\n'),
  ),
);
const index = buildIndex(catalogue, recogniseRoles(catalogue));
const matching = (query: string): string[] =>
  Array.from(runToEnd(judge(index, query))!.matches, (product) => catalogue.ids[product]);
const sized = (...sizes: readonly number[]): string[] =>
  rows.flatMap((_, k) => (sizes.includes(SIZES[k % SIZES.length]) ? [`m${k}`] : []));

test('what measures a size that is searched for has its words, or measures nearly so', () => {
  assert.deepEqual(matching('27 inch monitor'), sized(27, 27.5));
  assert.deepEqual(matching('24" monitor'), sized(24));
  assert.deepEqual(
    matching('27 inch monitor under 110'),
    sized(27, 27.5).filter((id) => Number(id.slice(1)) <= 10),
  );
});

test('what no column measures is decided by its texts', () => {
  assert.deepEqual(matching('27 inch ruler'), ['r1']);
  assert.deepEqual(matching('24 inch ruler'), []);
});

test('a size alone is had by what measures it, and another one by nothing', () => {
  assert.deepEqual(matching('40 inch'), sized(40));
  assert.deepEqual(matching('60 inch monitor'), []);
});
