import assert from 'node:assert/strict';
import test from 'node:test';
import { isNewValue, mentionedValue } from './known-values.ts';

const fabrics = { values: ['lycra', 'satin', 'dark red', 'red', 'xl'], kind: 'category' };

test('a value that the column lacks is new, also as a part of several', () => {
  assert.equal(isNewValue('lycra', fabrics), false);
  assert.equal(isNewValue('Lycra', fabrics), true);
  assert.equal(isNewValue('', fabrics), false);
  assert.equal(isNewValue('lycra; satin', { ...fabrics, separator: ';' }), false);
  assert.equal(isNewValue('lycra; saten', { ...fabrics, separator: ';' }), true);
  assert.equal(isNewValue('12', { values: ['11'], kind: 'number' }), false);
});

test('of a column with more values than are offered none is called new', () => {
  const values = Array.from({ length: 500 }, (_, n) => `shade ${n}`);
  assert.equal(isNewValue('other', { values, kind: 'category' }), false);
  assert.equal(isNewValue('other', { values: values.slice(1), kind: 'category' }), true);
});

test('a text mentions a value in whole words, the longest, and no value where it could be one of several', () => {
  const text = 'Matte finish. Italian Lycra fabric';
  const found = mentionedValue(text, fabrics)!;
  assert.equal(found.value, 'lycra');
  assert.equal(text.slice(found.start, found.end), 'Lycra');
  assert.equal(mentionedValue('Lycralike', fabrics), undefined);
  assert.equal(mentionedValue('in dark red', fabrics)?.value, 'dark red');
  assert.equal(mentionedValue('lycra or satin', fabrics), undefined);
  assert.equal(mentionedValue('size xl', fabrics), undefined);
  assert.equal(mentionedValue('100 cm', { values: ['100'], kind: 'number' }), undefined);
});
