import assert from 'node:assert/strict';
import test from 'node:test';
import { withRemedy } from './remedies.ts';

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
