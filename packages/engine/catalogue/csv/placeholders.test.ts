import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaceholder } from './placeholders.ts';

test('the placeholders of the contract mean "not recorded", in any letter case', () => {
  for (const text of ['N/A', '-', 'unknown', 'none', 'null', 'TBD', '?'])
    for (const each of [text, text.toLowerCase(), text.toUpperCase()]) assert.ok(isPlaceholder(each), each);
});

test('so do other spellings of it', () => {
  for (const text of [
    'NA',
    '#N/A',
    'NaN',
    '\u2014',
    'n.a.',
    '???',
    '[leer]',
    '(Blank)',
    '[null]',
    '\\N',
    '#DIV/0!',
  ])
    assert.ok(isPlaceholder(text), text);
});

test('"no", "other" and whatever merely begins so are values', () => {
  for (const text of [
    'no',
    'other',
    'not specified',
    '0',
    'Nan bread',
    'none of these',
    'unknown artist',
    '----',
    '',
  ])
    assert.ok(!isPlaceholder(text), text);
});
