import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stem } from './stemming.ts';
import { foldText, wordsOf } from './tokens.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const segmented = (text: string): string[] =>
  [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.replace(/['’]/g, ''))
    .filter((word) => word !== '');

const written = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab1 .,:;\'_-/&%$"()#é–\u00a0\u202f'), maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

test('words are those of the rules of Unicode, however plain the text', () => {
  fc.assert(
    fc.property(written, (text) => {
      assert.deepEqual(wordsOf(text), segmented(text));
    }),
    { numRuns: 2_000 },
  );
});

test('й is a letter of its own, and Russian endings fall', () => {
  assert.equal(foldText('Чёрный'), 'черный');
  for (const word of ['чёрные', 'чёрная', 'Чёрного'])
    assert.equal(stem(foldText(word)), stem(foldText('чёрный')));
});

test('signs of trademarks are no letters of a word, and part what follows from it', () => {
  assert.equal(foldText('iPad™'), 'ipad');
  assert.deepEqual(wordsOf(foldText('Core™2 Duo, Home℠ plan, Apple® iPad™ case')), [
    ...['core', '2', 'duo', 'home', 'plan'],
    ...['apple', 'ipad', 'case'],
  ]);
});

test('Arabic and Persian digits are folded to plain ones', () => {
  assert.equal(foldText('٤٠٠ ۱۲'), '400 12');
});
