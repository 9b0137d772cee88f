import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOf } from '../csv/distinct-texts.ts';
import { FoldedTexts, fold } from './text-folding.ts';

test('letter case, composed accents and runs of spaces make no other value', () => {
  assert.equal(fold('CAFE\u0301  Noir'), 'caf\u00e9 noir');
  assert.equal(fold('a\u00a0b'), 'a b');
  assert.notEqual(fold('cafe'), fold('caf\u00e9'));
});

test('texts have one number exactly if they fold alike', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', ' ', '\u00e9', 'e\u0301', 'E', '\u00a0'),
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (texts) => {
      const folded = new FoldedTexts();
      const numbers = texts.map((text) => folded.number(text, hashOf(text)));
      texts.forEach((text, i) => {
        for (let k = 0; k < i; k++) assert.equal(numbers[i] === numbers[k], fold(text) === fold(texts[k]));
      });
      assert.deepEqual(
        [...folded.hashes],
        folded.spellings.map((text) => hashOf(fold(text))),
      );
    }),
  );
});
