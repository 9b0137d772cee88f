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

test('a name refers to all paths with a level of that name', () => {
  assert.deepEqual(valuesOnPath(paths, 'hoodies'), [0, 3]);
  assert.deepEqual(valuesOnPath(paths, 'shirts'), [1]);
  assert.deepEqual(valuesOnPath(paths, 'linen'), [1]);
});

test('a name refers to paths that begin with it and to those with it further down', () => {
  const shelves = new PathNames();
  for (const [value, label] of ['Sale > Shirts > Linen', 'Shirts > Wool', 'Sale > Hats > Wool'].entries())
    shelves.add(label, value);
  const found = runToEnd(shelves.finished());
  assert.deepEqual(valuesOnPath(found, 'shirts'), [0, 1]);
  assert.deepEqual(valuesOnPath(found, 'hats'), [2]);
  assert.deepEqual(valuesOnPath(found, 'wool'), [1, 2]);
  assert.deepEqual(valuesOnPath(found, 'sale-hats'), [2]);
});

test('a name may begin with a root that labels leave out', () => {
  const rooted = new PathNames();
  rooted.add('Men > Tops', 0, ['Root', 'Default Category']);
  const found = runToEnd(rooted.finished());
  for (const name of [
    'root',
    'root-default-category-men',
    'default-category',
    'default-category-men',
    'default-category-men-tops',
    'men',
    'men-tops',
  ])
    assert.deepEqual(valuesOnPath(found, name), [0], name);
});

test('a value without levels has its own name, and empty levels have none', () => {
  assert.deepEqual(valuesOnPath(paths, 'shoes'), [2]);
  assert.deepEqual(valuesOnPath(paths, 'odd'), [4]);
  assert.equal(valuesOnPath(paths, ''), undefined);
  assert.equal(valuesOnPath(undefined, 'shoes'), undefined);
});

test('a column has paths where a value has levels', () => {
  assert.ok(hasPaths(LABELS));
  assert.ok(!hasPaths(['Shoes', 'Hats']));
});

test('a path deeper than the limit is found by its first levels and its last', () => {
  const deep = new PathNames();
  deep.add(Array.from({ length: 40 }, (_, k) => `s${k}`).join('>'), 0);
  const found = runToEnd(deep.finished());
  assert.deepEqual(valuesOnPath(found, 's0-s1'), [0]);
  assert.deepEqual(valuesOnPath(found, 's39'), [0]);
  assert.equal(valuesOnPath(found, 's20'), undefined);
});
