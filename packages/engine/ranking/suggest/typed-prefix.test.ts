import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordsOf } from '../../session/text/tokens.ts';
import { continues, folded, typedWordsIn, wordsTyped } from './typed-prefix.ts';

const goesOn = (text: string, query: string): boolean => continues(folded(text), wordsTyped(query));

test('a text continues a prefix where each typed word starts a word of it, in any order', () => {
  assert.ok(goesOn('Black Leather Boots', 'lea bl'));
  assert.ok(!goesOn('Black Leather Boots', 'black felt'));
  assert.ok(!goesOn('Black Leather Boots', 'ather'), 'not within a word');
  assert.ok(goesOn('anything', '  '), 'nothing typed yet');
});

test('case and accents are ignored', () => {
  assert.ok(goesOn('Crème brûlée', 'creme BRÛ'));
});

test('the test by initials never rejects a text that matches', () => {
  const text = fc.array(fc.stringMatching(/^[a-zé0-9ß日本]{1,5}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(text, text, (words, typed) => {
      const { folded: own, initials } = folded(words.join(' '));
      const query = wordsTyped(typed.join(' '));
      const byHand = query.starts.reduce(
        (sum, start, k) => sum + (wordsOf(own).some((word) => word.startsWith(start)) ? query.times[k] : 0),
        0,
      );
      assert.equal(typedWordsIn(own, initials, query), byHand);
    }),
  );
});
