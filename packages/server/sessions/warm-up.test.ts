import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXTS } from './warm-up.ts';

test('the first searches have expressions compiled for texts of either kind, those for prices included', () => {
  for (const text of TEXTS) assert.match(text, /\d/, 'no price is looked for where there is no number');
  const [narrow, wide] = TEXTS.map((text) => [...text].every((mark) => mark <= '\u00ff'));
  assert.deepEqual([narrow, wide], [true, false]);
});
