import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideListSeparator, splitList } from './lists.ts';

test('a separator lists where the parts recur in other company', () => {
  assert.equal(decideListSeparator(['red, blue', 'blue, green', 'green, red'], false), ', ');
  assert.equal(decideListSeparator(['red|blue', 'blue|green', 'green'], false), '|');
  assert.equal(decideListSeparator(['red\nblue', 'blue\ngreen', 'green\nred'], false), '\n');
});

test('halves that are never seen apart are one value', () => {
  assert.equal(decideListSeparator(['washed / wet', 'natural / dry', 'honey'], false), undefined);
});

test('a comma between digits parts no values', () => {
  assert.equal(decideListSeparator(['1,2', '2,3', '3,1'], false), undefined);
  assert.equal(decideListSeparator(['a,b', 'b,c', 'c,a'], false), ',');
});

test('parts of many words are prose', () => {
  const long = 'one of a great many words';
  assert.equal(decideListSeparator([`${long}; b`, `${long} c; ${long}`, `${long} c; b`], false), undefined);
});

test('a column with the name of a list needs fewer recurring parts', () => {
  const tags = ['oak; chair', 'oak; a', 'chair; b', 'c; d', 'e; f', 'g; h', 'i; j', 'k; l'];
  assert.equal(decideListSeparator(tags, false), undefined);
  assert.equal(decideListSeparator(tags, true), ';');
});

test('a cell is its values, without spaces and gaps; one of separators alone is itself', () => {
  assert.deepEqual(splitList(' red ; ;blue', ';'), ['red', 'blue']);
  assert.deepEqual(splitList(' ; ', ';'), [' ; ']);
});
