import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { halfTypedHangul, isHangul } from './half-typed-hangul.ts';
import { foldText, wordsOf } from './tokens.ts';

const goesOnTo = (typed: string, word: string): boolean => {
  const [folded, ...others] = wordsOf(foldText(typed));
  assert.deepEqual(others, []);
  return isHangul(folded) && halfTypedHangul(folded)(word);
};

test('a half typed syllable goes on to those that begin with its letters', () => {
  assert.ok(goesOnTo('성부', '성북구') && goesOnTo('성ㅂ', '성북구') && goesOnTo('과', '관악구'));
  // Until the next vowel is typed, a consonant closes the syllable before it.
  assert.ok(goesOnTo('이엎', '이어폰') && goesOnTo('이어ㅍ', '이어폰'));
  assert.ok(!goesOnTo('성부', '성악') && !goesOnTo('성북', '성북') && !goesOnTo('가', '관악구'));
});

test('every beginning of a word goes on to it', () => {
  const syllable = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 2, maxLength: 6 }), fc.nat(), (syllables, cut) => {
      const word = syllables.join('');
      const typed = word.slice(0, 1 + (cut % (word.length - 1)));
      assert.ok(halfTypedHangul(typed)(word));
    }),
  );
});
