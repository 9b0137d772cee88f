import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notices, withRemedy } from './warnings.ts';

const files = { before: 'old.csv', after: 'new.csv' };
const warning = (message: string, field: string, code = 'odd') => ({ code, message, field });

test('a message that both files have is said once, with both names', () => {
  assert.deepEqual(notices([warning('It is odd.', 'before'), warning('It is odd.', 'after')], files), [
    { files: ['old.csv', 'new.csv'], message: 'It is odd.' },
  ]);
});

test('messages of one kind stand together; from the fifth on they are counted', () => {
  const four = ['a', 'b', 'c', 'd'].map((message) => warning(message, 'before'));
  const said = (all: boolean, ...more: ReturnType<typeof warning>[]) =>
    notices([four[0], warning('other', 'after', 'other'), ...four.slice(1), ...more], files, all).map(
      ({ message }) => message,
    );
  assert.deepEqual(said(false), ['a', 'b', 'c', 'd', 'other']);
  const fifth = warning('e', 'after');
  assert.deepEqual(said(false, fifth), [
    'a',
    'b',
    'c',
    '2 more messages of this kind (--all shows each).',
    'other',
  ]);
  assert.deepEqual(said(true, fifth), ['a', 'b', 'c', 'd', 'e', 'other']);
});

test('a warning of no file names none in a comparison, and the file where there is one', () => {
  const found = [{ code: 'odd', message: 'It is odd.' }];
  assert.deepEqual(notices(found, files)[0].files, []);
  assert.deepEqual(notices(found, { '': 'shop.csv' })[0].files, ['shop.csv']);
  assert.deepEqual(notices([warning('No id stands in both.', 'after', 'ids_changed')], files)[0].files, []);
});

test('a message says what to do where it is read: options on the command line, fields in the dashboard', () => {
  const warning = { code: 'no_price', message: 'No column is recognised as the price.' };
  assert.match(withRemedy(warning, 'command line'), /^No column .* --role ROLE=COLUMN/);
  for (const surface of ['report', 'catalogue'] as const)
    assert.match(withRemedy(warning, surface), /^No column [^-]*$/);
});

test('a message that asks for no choice stays as it is', () => {
  const message = '48 ids stand in more than one row.';
  assert.equal(withRemedy({ code: 'repeated_ids', message }, 'report'), message);
});
