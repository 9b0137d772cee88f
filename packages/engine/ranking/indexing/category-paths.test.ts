import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/steps.ts';
import { hasPaths, PathNames, valuesOnPath } from './category-paths.ts';

const LABELS = ['Clothing > Hoodies', 'Clothing > Shirts > Linen', 'Shoes', 'Sale > Hoodies', ' > Odd > '];

const names = new PathNames();
for (const [value, label] of LABELS.entries()) names.add(label, value);
const paths = runToEnd(names.finished());

test('a name stands for all paths under it', () => {
  assert.deepEqual(valuesOnPath(paths, 'clothing'), [0, 1]);
  assert.deepEqual(valuesOnPath(paths, 'clothing-shirts'), [1]);
  assert.deepEqual(valuesOnPath(paths, 'clothing-shirts-linen'), [1]);
});

test('a name stands for all paths that end with it, and for none that have it in between', () => {
  assert.deepEqual(valuesOnPath(paths, 'hoodies'), [0, 3]);
  assert.deepEqual(valuesOnPath(paths, 'linen'), [1]);
  assert.equal(valuesOnPath(paths, 'shirts'), undefined);
});

test('a value that is no path goes by its own name, and empty steps by none', () => {
  assert.deepEqual(valuesOnPath(paths, 'shoes'), [2]);
  assert.deepEqual(valuesOnPath(paths, 'odd'), [4]);
  assert.equal(valuesOnPath(paths, ''), undefined);
  assert.equal(valuesOnPath(undefined, 'shoes'), undefined);
});

test('a column has paths where a value has steps', () => {
  assert.ok(hasPaths(LABELS));
  assert.ok(!hasPaths(['Shoes', 'Hats']));
});

test('a path of more steps than a shop has goes by its beginning and its end', () => {
  const deep = new PathNames();
  deep.add(Array.from({ length: 40 }, (_, k) => `s${k}`).join('>'), 0);
  const found = runToEnd(deep.finished());
  assert.deepEqual(valuesOnPath(found, 's0-s1'), [0]);
  assert.deepEqual(valuesOnPath(found, 's39'), [0]);
  assert.ok(found.names.size < 20);
});
