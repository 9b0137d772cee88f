import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesCalled, attributesMentioned } from './column-attributes.ts';

test('a column is known by its name in any language, with and without a unit', () => {
  for (const name of ['Colour', 'COLOR', 'Farbe', 'couleur', 'kolor', 'variantColour'.slice(7)])
    assert.deepEqual(attributesCalled(name), ['colour'], name);
  assert.deepEqual(attributesCalled('Bildschirmdiagonale (Zoll)'), ['screen-size']);
  assert.deepEqual(attributesCalled('burn_time'), ['burn-time']);
  assert.deepEqual(attributesCalled('colour code'), []);
});

test('a name of several attributes is all of them', () => {
  assert.deepEqual(new Set(attributesCalled('Socket')), new Set(['cpu-socket', 'bulb-base']));
});

test('a name mentions what its words say', () => {
  assert.ok(attributesMentioned('Frame colour').has('colour'));
  assert.ok(attributesMentioned('EU shoes size').has('size'));
  // Its last word is no inch.
  assert.ok(attributesMentioned('Built-in').has('built-in'));
  assert.ok(attributesMentioned('Height (in)').has('height'));
  assert.ok(attributesMentioned('Google Shopping / Gender').has('gender'));
  assert.equal(attributesMentioned('Handle').size, 0);
});
