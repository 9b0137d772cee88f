import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../session/text/stemming.ts';
import { americanSpelling } from './american-spelling.ts';

test('British and American spellings have one stem in English', () => {
  for (const [british, american] of [
    ['grey', 'gray'],
    ['greyish', 'grayish'],
    ['moulding', 'molding'],
    ['colours', 'colors'],
    ['flavoured', 'flavored'],
    ['fibre', 'fiber'],
    ['centre', 'center'],
    ['aluminium', 'aluminum'],
    ['jewellery', 'jewelry'],
    ['tyres', 'tires'],
    ['pyjamas', 'pajamas'],
    ['catalogue', 'catalog'],
    ['organiser', 'organizer'],
    ['moisturising', 'moisturizing'],
    ['galvanised', 'galvanized'],
    ['multicoloured', 'multicolored'],
    ['fibreglass', 'fiberglass'],
    ['centrepiece', 'centerpiece'],
    ['cosy', 'cozy'],
  ]) {
    assert.equal(americanSpelling(british), american);
    assert.equal(stem(british), stem(american));
  }
});

test('other words are left as they are', () => {
  for (const word of [
    'pour',
    'four',
    'hour',
    'tour',
    'flour',
    'sourdough',
    'chemise',
    'organist',
    'turquoise',
    'store',
    'mire',
    'rogue',
    'disc',
  ]) {
    assert.equal(americanSpelling(word), word);
  }
  assert.equal(stem('grey', 'deu'), 'grey', 'in English alone');
});
