import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSlashPaths, isOneKind, readableBrand, readableSteps, readableValue } from './readable-label.ts';

test('a category is shown by the steps of its path, without the marks of machines', () => {
  for (const [label, steps] of [
    ['luggage & bags > backpacks', ['luggage & bags', 'backpacks']],
    ['video-card', ['video card']],
    ['LIVING_ROOM', ['living room']],
    ['Default Category > Men', ['Men']],
    ['T-Shirts', ['T-Shirts']],
    ['t-shirts', ['t-shirts']],
    ['Network cards (PCI)', ['Network cards']],
    ['TV', ['TV']],
  ] as const)
    assert.deepEqual(readableSteps(label), steps, label);
});

test('codes, ids and placeholders are no categories', () => {
  for (const label of ['CAT-1234', '4711', 'N/A', 'uncategorized', 'a{b}', 'x'.repeat(41)]) {
    assert.deepEqual(readableSteps(label), [], label);
  }
});

test('slashes separate steps where most categories share a beginning', () => {
  const paths = ['Men/Tops/Tees', 'Men/Tops/Tanks', 'Women/Tops', 'Women/Pants'];
  assert.equal(areSlashPaths(paths), true);
  assert.equal(areSlashPaths(['TV/Audio', 'Books', 'Toys', 'Games']), false);
  assert.deepEqual(readableSteps('Men/Tops', true), ['Men', 'Tops']);
  assert.deepEqual(readableSteps('TV/Audio'), ['TV/Audio']);
});

test('a brand keeps its casing; several at once are none', () => {
  for (const brand of ['3M', 'H&M', 'KitchenAid', "Levi's", 'Foo, Inc.'])
    assert.equal(readableBrand(brand), brand);
  assert.equal(readableBrand('Sonos®'), 'Sonos');
  for (const label of ['Ola/Mia', 'Bianco,Barilla', '1000', 'unknown']) {
    assert.equal(readableBrand(label), undefined, label);
  }
});

test('values are those that people say in front of a kind of thing', () => {
  assert.equal(readableValue('Black'), 'Black');
  assert.equal(readableValue('BLACK VELVET'), 'Black velvet');
  assert.equal(readableValue('RGB'), 'RGB');
  for (const label of ['A2DP (Samsung E2120B only)', '42', 'yes', 'Not specified', 'a name of four words']) {
    assert.equal(readableValue(label), undefined, label);
  }
});

test('nobody types a brand in front of several kinds', () => {
  assert.equal(isOneKind('Wardrobes'), true);
  assert.equal(isOneKind('Sofas & armchairs'), false);
});
