import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SerializedAnswer, SerializedText } from './serialized-answer.ts';

test('an answer that is JSON already is sent unchanged, with fields added', () => {
  const answer = new SerializedText('{"a":1}');
  assert.equal(answer.json(), '{"a":1}');
  assert.deepEqual(JSON.parse(answer.json({ warnings: ['w'] })), { a: 1, warnings: ['w'] });
});

test('a part of an answer that is JSON already is sent as the same bytes', () => {
  const part = Buffer.from('[ {"id" : "é"} ]');
  const answer = new SerializedAnswer<{ total: number; items: object[] }, 'items'>(
    { total: 1 },
    'items',
    part,
  );
  assert.ok(answer.json().includes(part));
  assert.deepEqual(JSON.parse(String(answer.json({ more: true }))), {
    total: 1,
    more: true,
    items: [{ id: 'é' }],
  });
});
