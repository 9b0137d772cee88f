import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOneKind, readableBrand, readableLevels, readableValue } from './readable-label.ts';

test('a category is shown by the levels of its path, without the marks of machines', () => {
  for (const [label, levels] of [
    ['luggage & bags > backpacks', ['luggage & bags', 'backpacks']],
    ['video-card', ['video card']],
    ['LIVING_ROOM', ['living room']],
    ['Default Category > Men', ['Men']],
    ['Media > TV/Audio', ['Media', 'TV/Audio']],
    ['T-Shirts', ['T-Shirts']],
    ['t-shirts', ['t-shirts']],
    ['Network cards (PCI)', ['Network cards']],
    ['TV', ['TV']],
  ] as const)
    assert.deepEqual(readableLevels(label), levels, label);
});

test('codes, ids and placeholders are no categories', () => {
  for (const label of ['CAT-1234', '4711', 'N/A', 'uncategorized', 'a{b}', 'x'.repeat(41)]) {
    assert.deepEqual(readableLevels(label), [], label);
  }
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
