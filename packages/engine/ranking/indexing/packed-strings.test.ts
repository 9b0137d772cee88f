import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packList, packStrings, stringsIn, stringsOf, textAt } from './packed-strings.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('\ud800 alone'));

test('texts are told by number and found by text, others are not', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text), text, (texts, other) => {
      for (const read of [stringsOf(packStrings(texts)), stringsIn(texts)]) {
        assert.equal(read.length, texts.length);
        for (const [number, text] of texts.entries()) {
          assert.equal(read.at(number), text);
          assert.equal(read.find(text), number);
        }
        assert.equal(read.find(other), texts.includes(other) ? texts.indexOf(other) : undefined);
        assert.equal(read.at(-1), '');
        assert.equal(read.at(texts.length), '');
      }
    }),
  );
});

test('thousands are found, among them those of one beginning and those of one end', () => {
  const texts = Array.from({ length: 5_000 }, (_, n) => (n % 2 ? `sku-${n}` : `${n} boots`));
  const read = stringsOf(packStrings(texts));
  for (const [number, text] of texts.entries()) assert.equal(read.find(text), number);
  for (let n = 5_000; n < 10_000; n++) assert.equal(read.find(`sku-${n}`), undefined);
});

test('a list may say the same twice, and texts may be longer than a call takes arguments', () => {
  const long = `${'x'.repeat(20_000)}é`;
  const list = packList(['a', long, 'a', '', '名']);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((number) => textAt(list, number)),
    ['a', long, 'a', '', '名'],
  );
  assert.ok(packList(['é']).units instanceof Uint8Array);
});
