import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thingAsked } from './asked-thing.ts';

test('the last word by which products are called says what is asked for', () => {
  const thingOf = (asked: string[], called: string[]) => thingAsked(asked, called, { language: 'eng' });
  assert.equal(thingOf([], ['door', 'hing']), 'hing');
  assert.equal(thingOf(['knob'], ['knob', 'lock']), 'knob', 'up to what it comes with');
  assert.equal(thingOf(['red', 'lamp'], ['lamp']), 'lamp');
  assert.equal(thingOf(['red'], ['lamp']), undefined);
  assert.equal(thingOf([], []), undefined);
});

test('where nouns stand first, the first one does', () => {
  assert.equal(thingAsked(['fund', 'portatil'], ['fund', 'portatil'], { language: 'spa' }), 'fund');
});
