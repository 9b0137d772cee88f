import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { thesaurusOf } from '../../../languages/words/thesaurus.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { NOON, titledShop } from '../../testing/shops.ts';

const answerTo = (titles: readonly string[], query: string) =>
  rank({ profile: undefined, index: titledShop(titles), model: emptyModel(), now: NOON, query, limit: 10 });

/** Things of which the shop uses the first name, and a name with a word that is long enough to be misspelt. */
const things = thesaurusOf('eng').flatMap(([used, ...others]) =>
  others.flatMap((name) => {
    const words = name.split(' ');
    const at = words.findIndex(
      (word) => word.length >= 7 && /^[a-z]+$/.test(word) && !used.includes(word.slice(0, 4)),
    );
    return at < 0 ? [] : [{ used, words, at }];
  }),
);

test('a misspelt name of a thing finds what the shop calls otherwise, as the right one does, and says so', () => {
  assert.ok(things.length > 50);
  fc.assert(
    fc.property(fc.constantFrom(...things), fc.integer({ min: 2, max: 4 }), ({ used, words, at }, gap) => {
      const typed = words.with(at, words[at].slice(0, gap) + words[at].slice(gap + 1)).join(' ');
      const { items, matched, query } = answerTo([used, 'Qux', 'Zyx'], typed);
      assert.equal(matched, 1, typed);
      assert.equal(items[0].id, 'p0', typed);
      assert.equal(query?.corrected?.length, 1, typed);
    }),
    { numRuns: 200 },
  );
});

test('two letters wrong are a name where its other words stand beside it, and one where it stands alone', () => {
  const titles = ['Video card', 'Card reader', 'Sofa'];
  const read = (query: string) => answerTo(titles, query).query?.read;
  assert.equal(read('grafics card'), 'graphics card');
  assert.equal(read('grafics reader'), 'grafics reader');
  assert.equal(read('coutch'), 'couch');
  assert.equal(read('couttch'), 'couttch');
  assert.equal(read('xraphics card'), 'xraphics card', 'the first letter is right');
});

test('a colour, a material and a feature are spelt right, whatever the shop has', () => {
  const titles = ['Write pad', 'Leaner', 'Recharged', 'Lamp'];
  for (const query of ['white lamp', 'leather lamp', 'rechargeable lamp']) {
    assert.equal(answerTo(titles, query).query?.corrected, undefined, query);
  }
});
