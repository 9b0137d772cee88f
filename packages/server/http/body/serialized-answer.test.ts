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
  assert.ok(Buffer.from(answer.json()).includes(part));
  assert.deepEqual(JSON.parse(String(answer.json({ more: true }))), {
    total: 1,
    more: true,
    items: [{ id: 'é' }],
  });
});

test('a short part that is ASCII is sent as text, any other as bytes, and both say the same', () => {
  const answerOf = (part: string) =>
    new SerializedAnswer<{ total: number; items: string[] }, 'items'>(
      { total: 1 },
      'items',
      Buffer.from(part),
    );
  const listOf = (bytes: number, text = 'a') => `["${text.repeat(bytes - 4)}"]`;
  for (const [part, isText] of [
    [listOf(8_192), true],
    [listOf(8_193), false],
    [listOf(100, 'é'), false],
  ] as const) {
    const json = answerOf(part).json();
    assert.equal(typeof json === 'string', isText);
    assert.equal(String(json), `{"total":1,"items":${part}}`);
  }
});
