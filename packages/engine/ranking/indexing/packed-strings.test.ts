import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packList, packStrings, stringsIn, stringsOf, textAt } from './packed-strings.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('\ud800 alone'));

test('strings are read by number and found by value, others are not found', () => {
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

test('thousands of strings are found, also with common prefixes and suffixes', () => {
  const texts = Array.from({ length: 5_000 }, (_, n) => (n % 2 ? `sku-${n}` : `${n} boots`));
  const read = stringsOf(packStrings(texts));
  for (const [number, text] of texts.entries()) assert.equal(read.find(text), number);
  for (let n = 5_000; n < 10_000; n++) assert.equal(read.find(`sku-${n}`), undefined);
});

test('a packed list may repeat a string, and hold strings longer than the argument limit', () => {
  const long = `${'x'.repeat(20_000)}é`;
  const list = packList(['a', long, 'a', '', '名']);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((number) => textAt(list, number)),
    ['a', long, 'a', '', '名'],
  );
  assert.ok(packList(['é']).units instanceof Uint8Array);
});
