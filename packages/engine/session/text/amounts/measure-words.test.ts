import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Language } from '../../../languages/language-pack.ts';
import { readSearch, textTerms } from '../keywords.ts';
import { foldText, wordsOf } from '../tokens.ts';
import { measuredWordsOf } from './measure-words.ts';

const read = (text: string, language?: Language): string =>
  measuredWordsOf(foldText(text), language).join(' ');

test('measures are the same words, however they are written', () => {
  for (const text of ['12v drill', '12 v drill', '12-Volt drill', '12 Volts drill', '12-V drill']) {
    assert.equal(read(text), '12 volt drill', text);
  }
  for (const text of ['27"', '27 in.', '27 inches', '27-inch', '27in', "27''", '27-in']) {
    assert.equal(read(text), '27 inch', text);
  }
  for (const text of ["6'", '6 ft.', '6ft', '6 feet', '6-foot']) assert.equal(read(text), '6 ft', text);
  assert.equal(read('16 oz, 5 lbs and 3 gal'), '16 oz 5 pound and 3 gallon');
  assert.equal(read('32GB'), '32 gb');
  for (const text of ['60in black tv', '60-in black tv', '60 in. black tv', '60" black tv']) {
    assert.equal(read(text), '60 inch black tv', text);
  }
});

test('sizes that are written as one word are their numbers', () => {
  for (const text of ['18x24 frame', '18 x 24 frame']) {
    assert.equal(read(text), '18 24 frame', text);
  }
  for (const text of ['18x24in frame', '18x24 in. frame', '18 x 24 inch frame']) {
    assert.equal(read(text), '18 24 inch frame', text);
  }
  for (const text of ["10'x12' rug", "10' x 12' rug", '10 ft x12 ft rug']) {
    assert.equal(read(text), '10 ft 12 ft rug', text);
  }
  for (const text of ['36"x24" mirror', '36in.x24in. mirror']) {
    assert.equal(read(text), '36 inch 24 inch mirror', text);
  }
  assert.equal(read(`9'6" x 13' rug`), '9 ft 6 inch 13 ft rug');
  assert.equal(read('60 cm x40 cm'), '60 cm 40 cm');
  assert.equal(read('4x4 truck'), '4 4 4x4 truck', 'the search for it has each word once');
});

test('what only looks like a measure is left as it is', () => {
  for (const text of [
    'iphone 5s on 4g by 3m in 3d',
    'pound cake foot massager',
    '2 in 1 tablet',
    'size 8 in black',
    'lego 75192 in box',
    'bmw x5 rtx4070 and 1080p',
    'rtx 4070 gigabyte windforce',
    'pill box for 7 days',
    '5w30 oil',
  ]) {
    assert.equal(read(text), text);
  }
  assert.equal(read('Sony 65" X90 TV'), 'sony 65 inch x90 tv', 'a model');
  assert.equal(read('set of 2 w/ lid, pack of 5 V-Neck'), 'set of 2 w lid pack of 5 v neck');
  assert.equal(read('24 W x 36 H'), '24 w x 36 h', 'a width');
  assert.equal(read('10g, 10s, 10m and 10d'), '10 g 10 s 10 m and 10 d', 'two digits are no name');
  assert.equal(read('12floz'), '12 floz');
  assert.equal(read("90's, 5'8, 50%"), wordsOf("90's, 5'8, 50%").join(' '));
});

test('an inch is the word of the shop, whose "in" may be another word', () => {
  assert.equal(read('27" Monitor', 'deu'), '27 zoll monitor');
  assert.equal(read('27 Zoll Monitor', 'deu'), '27 zoll monitor');
  assert.equal(read('Hemd 38 in Blau', 'deu'), 'hemd 38 in blau');
});

test('a search and a text have the same terms for the same measure', () => {
  const stems = (text: string): readonly string[] => textTerms(text).map(({ stem }) => stem);
  assert.deepEqual(readSearch('12v saw').keywords.stems, stems('12-Volt saw'));
  assert.deepEqual(readSearch('60 inch vanity').keywords.stems, stems('60 in. vanity'));
});

test('a text without digits has its words, and reading the words again changes none', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...[
        '12v',
        '18x24',
        'x24',
        '27',
        'in',
        'ft',
        'lamp',
        '4g',
        '500g',
        '1',
        '2.5kg',
        '5x',
        '12floz',
        '2cuft',
      ],
      ...['60in', 'black', '3l'],
    ),
    fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 5 }),
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
