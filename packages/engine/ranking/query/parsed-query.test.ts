import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titledShop } from '../testing/shops.ts';
import { MAX_KEPT, parsedQueryOf } from './parsed-query.ts';

test('a search is parsed once for a catalogue, whatever was asked of the catalogue before', () => {
  const index = titledShop(['Oak door knob', 'Lock']);
  const parsed = parsedQueryOf('the door knobs with locks, not oak, under 50', index);
  assert.deepEqual(parsed.keywords.negated, ['oak']);
  assert.deepEqual(parsed.keywords.priceRange, { max: 50 });
  assert.deepEqual(parsed.asked.slice(-2), ['door', 'knob']);
  assert.deepEqual(parsed.stopWords, ['~the', '~with']);
  assert.deepEqual(parsed.typed.get('knob'), { word: 'knobs', at: 2 });
  assert.equal(parsedQueryOf('the door knobs with locks, not oak, under 50', { ...index }), parsed);
  assert.notEqual(parsedQueryOf('the door knobs with locks, not oak, under 50', titledShop(['Oak'])), parsed);
});

test('what is kept of searches is bounded, and is what a new parse gives', () => {
  const index = titledShop(['Lamp']);
  const first = parsedQueryOf('lamp 0', index);
  for (let k = 1; k < MAX_KEPT; k++) parsedQueryOf(`lamp ${k}`, index);
  assert.equal(parsedQueryOf('lamp 0', index), first);
  for (let k = 1; k <= MAX_KEPT; k++) parsedQueryOf(`lamp ${k}`, index);
  const again = parsedQueryOf('lamp 0', index);
  assert.notEqual(again, first);
  assert.deepEqual(again, first);
});
