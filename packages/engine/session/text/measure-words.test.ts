import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Language } from '../../languages/language-pack.ts';
import { extractKeywords, textTerms } from './keywords.ts';
import { measuredWordsOf } from './measure-words.ts';
import { foldText, wordsOf } from './tokens.ts';

const read = (text: string, language?: Language): string =>
  measuredWordsOf(foldText(text), language).join(' ');

test('measures are the same words, however they are written', () => {
  for (const text of ['12v drill', '12 v drill', '12-Volt drill', '12 Volts drill']) {
    assert.equal(read(text), '12 volt drill', text);
  }
  for (const text of ['27"', '27 in.', '27 inches', '27-inch', '27in', "27''"]) {
    assert.equal(read(text), '27 inch', text);
  }
  for (const text of ["6'", '6 ft.', '6ft', '6 feet', '6-foot']) assert.equal(read(text), '6 ft', text);
  assert.equal(read('16 oz, 5 lbs and 3 gal'), '16 oz 5 pound and 3 gallon');
  assert.equal(read('32GB'), '32 gb');
});

test('sizes that are written as one word are their numbers', () => {
  assert.equal(read('18x24 frame'), '18 24 frame');
  assert.equal(read('18x24in frame'), '18 24 inch frame');
  assert.equal(read("10'x12' rug"), '10 ft 12 ft rug');
  assert.equal(read('36"x24" mirror'), '36 inch 24 inch mirror');
  assert.equal(read('18 in. x 24 in.'), '18 inch x 24 inch');
  assert.equal(read('60 cm x40 cm'), '60 cm 40 cm');
});

test('what only looks like a measure is left as it is', () => {
  assert.equal(read('iphone 5s on 4g by 3m'), 'iphone 5s on 4g by 3m');
  assert.equal(read('pound cake, foot massager'), 'pound cake foot massager', 'no number');
  assert.equal(read('2 in 1 tablet'), '2 in 1 tablet');
  assert.equal(read('size 8 in black'), 'size 8 in black');
  assert.equal(read('60 in. black vanity, 12-in. white sink'), '60 inch black vanity 12 inch white sink');
  assert.equal(read('BMW x5, rtx4070 and 1080p'), 'bmw x5 rtx4070 and 1080p');
  assert.equal(read("90's, 5'8, 50%"), wordsOf("90's, 5'8, 50%").join(' '));
});

test('an inch is the word of the shop, whose "in" may be another word', () => {
  assert.equal(read('27" Monitor', 'deu'), '27 zoll monitor');
  assert.equal(read('27 Zoll Monitor', 'deu'), '27 zoll monitor');
  assert.equal(read('Hemd 38 in Blau', 'deu'), 'hemd 38 in blau');
});

test('a search and a text have the same terms for the same measure', () => {
  const stems = (text: string): readonly string[] => textTerms(text).map(({ stem }) => stem);
  assert.deepEqual(extractKeywords('12v saw').stems, stems('12-Volt saw'));
  assert.deepEqual(extractKeywords('60 inch vanity').stems, stems('60 in. vanity'));
});

test('a text without digits has its words, and reading the words again changes none', () => {
  const part = fc.oneof(
    fc.constantFrom('12v', '18x24', 'x24', '27', 'in', 'ft', 'lamp', '4g', '500g', 'x', '1', '2.5kg', '5x'),
    fc.string({ unit: fc.constantFrom(...'abcx'), minLength: 1, maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join(' ');
      const words = measuredWordsOf(text);
      if (!/\d/.test(text)) assert.deepEqual(words, wordsOf(text));
      assert.deepEqual(measuredWordsOf(words.join(' ')), words);
    }),
  );
});
