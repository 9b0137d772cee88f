import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { hasPaths, PathNames, valuesOnPath } from './category-paths.ts';

const LABELS = ['Clothing > Hoodies', 'Clothing > Shirts > Linen', 'Shoes', 'Sale > Hoodies', ' > Odd > '];

const names = new PathNames();
for (const [value, label] of LABELS.entries()) names.add(label, value);
const paths = runToEnd(names.finished());

test('a name refers to all paths below it', () => {
  assert.deepEqual(valuesOnPath(paths, 'clothing'), [0, 1]);
  assert.deepEqual(valuesOnPath(paths, 'clothing-shirts'), [1]);
  assert.deepEqual(valuesOnPath(paths, 'clothing-shirts-linen'), [1]);
});

test('a name refers to all paths that end with it, and not to paths with it in between', () => {
  assert.deepEqual(valuesOnPath(paths, 'hoodies'), [0, 3]);
  assert.deepEqual(valuesOnPath(paths, 'linen'), [1]);
  assert.equal(valuesOnPath(paths, 'shirts'), undefined);
});

test('a value without steps has its own name, and empty steps have none', () => {
  assert.deepEqual(valuesOnPath(paths, 'shoes'), [2]);
  assert.deepEqual(valuesOnPath(paths, 'odd'), [4]);
  assert.equal(valuesOnPath(paths, ''), undefined);
  assert.equal(valuesOnPath(undefined, 'shoes'), undefined);
});

test('a column has paths where a value has steps', () => {
  assert.ok(hasPaths(LABELS));
  assert.ok(!hasPaths(['Shoes', 'Hats']));
});

test('a path deeper than the limit is found by its first steps and its last', () => {
  const deep = new PathNames();
  deep.add(Array.from({ length: 40 }, (_, k) => `s${k}`).join('>'), 0);
  const found = runToEnd(deep.finished());
  assert.deepEqual(valuesOnPath(found, 's0-s1'), [0]);
  assert.deepEqual(valuesOnPath(found, 's39'), [0]);
  assert.ok(found.names.size < 20);
});
