import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from '../../primitives/edit-distance.ts';
import { titledShop } from '../testing/shops.ts';

const termsOf = (...titles: readonly string[]) => titledShop(titles).terms;

test('a word of four letters may have one edit, one of eight two', () => {
  const { near } = termsOf('lamp', 'headphon', 'fan');
  assert.deepEqual(near('lanp'), ['lamp']);
  assert.deepEqual(near('lmap'), ['lamp'], 'two letters that changed places are one edit');
  assert.deepEqual(near('lxxp'), []);
  assert.deepEqual(near('hedphone'), ['headphon']);
  assert.deepEqual(near('hexphon'), [], 'seven letters allow one');
  assert.deepEqual(near('fam'), [], 'three letters allow none');
});

test('where endings are vowels, what was typed is as long as it is', () => {
  const sentences = Array.from(
    { length: 12 },
    (_, k) => `La pasta di grano ${k} e il riso con la panna sono buoni`,
  );
  const { near, language } = termsOf(...sentences, 'Grano duro', 'Petto di pollo', 'Tè');
  assert.equal(language, 'ita');
  assert.deepEqual(near('pet', 1, 'peto'), ['pett']);
  assert.deepEqual(near('dru', 1, 'druo'), ['dur']);
  assert.deepEqual(near('du', 1, 'dur'), [], 'three letters');
});

test('names of models and sizes are not corrected, nor is a word corrected to one', () => {
  const { near } = termsOf('rtx4070', 'gtx1080 ti', 'plan');
  assert.deepEqual(near('rtx4080'), []);
  assert.deepEqual(near('pla1n'), []);
  assert.deepEqual(termsOf('lamp5').near('lampe'), []);
});

test('a word with a misspelt ending is near the word of a stem', () => {
  const { near } = termsOf('ceiling', 'refrigerator', 'floors');
  assert.deepEqual(near('ceilig'), ['ceil']);
  assert.deepEqual(near('refrigeratore'), ['refriger']);
  assert.deepEqual(near('refrigerator'), ['refriger'], 'the word itself');
  assert.deepEqual(near('ceilxx'), []);
});

test('what was typed is near the word of a stem, though their stems are not', () => {
  const { near } = termsOf('somedays', 'mens', 'fans');
  assert.deepEqual(near('somedya', 1), []);
  assert.deepEqual(near('somedya', 1, 'somedyas'), ['somedai']);
  assert.deepEqual(near('menh', 1, 'menhs'), ['men'], 'whose word has four letters');
  assert.deepEqual(near('fam', 1, 'fams'), ['fan'], 'whose word has four letters, too');
});

test('no more edits than are allowed', () => {
  const { near } = termsOf('backless');
  assert.deepEqual(near('backrest'), ['backless']);
  assert.deepEqual(near('backrest', 1), []);
  assert.deepEqual(near('backlest', 1), ['backless']);
});

test('a stem goes on where another one ends, or its word does', () => {
  const { continuing } = termsOf('knives', 'knit rug', 'kneeling chair');
  assert.deepEqual(continuing('kniv'), ['knife'], 'the stem of "knives" is that of "knife"');
  assert.deepEqual([...continuing('kni')].sort(), ['knife', 'knit']);
  assert.deepEqual(continuing('k'), []);
});

test('the nearest come first, of those at one distance the most frequent', () => {
  const { near } = termsOf('boat', 'boot', 'boot', 'bolt', 'bout', 'bout', 'bout', 'coats');
  assert.deepEqual(near('boxt'), ['bout', 'boot', 'boat', 'bolt']);
  assert.deepEqual(termsOf('keyboarx', 'keyboxxd', 'keyboxxd').near('keyboard'), ['keyboarx']);
});

/** Whether two words begin with the same letter, or with the same two in another order. */
const begins = (title: string, wanted: string): boolean =>
  title[0] === wanted[0] || (title[0] === wanted[1] && title[1] === wanted[0]);

test('the first two letters may have changed places, the first one may not be another', () => {
  const { near } = termsOf('tablet', 'lack');
  assert.deepEqual(near('atblet'), ['tablet']);
  assert.deepEqual(near('black'), []);
});

test('a beginning is continued by the words that go on from it, from two letters on', () => {
  const { continuing } = termsOf('mirror', 'mirage', 'mir', 'amir');
  assert.deepEqual(continuing('mir').toSorted(), ['mirag', 'mirror']);
  assert.deepEqual(continuing('mi').toSorted(), ['mir', 'mirag', 'mirror']);
  assert.deepEqual(continuing('m'), []);
  assert.deepEqual(continuing('mirrors'), []);
});

test('finds what a search of all words by their edit distance finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'r'), minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 12 }), word, (titles, wanted) => {
      const terms = termsOf(...titles);
      const known = titles.filter((title) => terms.find(title) !== undefined && begins(title, wanted));
      fc.pre(!known.includes(wanted));
      const edits = wanted.length >= 8 ? 2 : 1;
      const least = Math.min(...known.map((title) => editDistance(wanted, title, edits + 1)));
      const nearest = known.filter((title) => editDistance(wanted, title, edits + 1) === least);
      const expected = least > edits ? [] : nearest;
      const found = terms.near(wanted);
      assert.equal(found.length, expected.length);
      assert.ok(found.every((text) => expected.includes(text)));
    }),
  );
});

test('a word has a stem near its end, with three letters of an ending at most and so many before it', () => {
  const { ending } = termsOf('seahorse', 'horse', 'workhorses', 'horseplay');
  assert.deepEqual([...ending('hors', 3)].sort(), ['seahors', 'workhors']);
  assert.deepEqual(ending('hors', 4), ['workhors']);
  assert.deepEqual(termsOf('workhorsesxy').ending('hors', 3), [], 'four letters behind it');
});
