import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { languagesWithThesaurus, thesaurusOf } from '../../session/index.ts';
import { ANY_LANGUAGE, type ShopLanguage } from '../../session/text/shop-language.ts';
import { isUsualName } from '../../session/text/usual-names.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { readSynonyms, type SynonymRule, stemsOfSynonym } from '../indexing/synonyms.ts';
import { EMPTY_PROFILE } from '../intent/empty-profile.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rerank } from '../rerank.ts';
import { NOON, repeated, session, titledShop } from '../testing/shops.ts';
import { synonymRulesFor } from './session-query.ts';
import { usualSynonymsOf } from './usual-synonyms.ts';

const shopOf = (...titles: readonly string[]): CatalogueIndex => titledShop(titles);
/** The titles that a search matches, best first, each with the signal. */
function matching(index: CatalogueIndex, titles: readonly string[], query: string): string[] {
  const { items } = rank({ profile: undefined, index, model: emptyModel(), now: NOON, query, limit: 100 });
  return items.flatMap(({ id, scoreBreakdown }) => {
    const keyword = scoreBreakdown.find(({ factor }) => factor === 'keyword');
    const title = titles[Number(id.slice(1))];
    return keyword === undefined || keyword.contribution < 1e-9 ? [] : [`${title} | ${keyword.signal}`];
  });
}
const rulesOf = (...titles: readonly string[]): readonly SynonymRule[] =>
  usualSynonymsOf(shopOf(...titles).terms).rules;

describe('usual synonyms', () => {
  test('find what a shop calls otherwise, and say so', () => {
    const titles = ['Grey sofa', 'Sofa cover', 'Oak table'];
    const index = shopOf(...titles);
    assert.deepEqual(matching(index, titles, 'couch'), [
      'Grey sofa | search:sofa (for couch)',
      'Sofa cover | search:sofa (for couch)',
    ]);
    assert.deepEqual(matching(index, titles, 'grey couch')[0], 'Grey sofa | search:grey sofa (for couch)');
  });

  test('are British and American spellings, also in a shop that has both', () => {
    const titles = ['Grey sofa', 'Gray sofa', 'Red sofa'];
    for (const [query, first] of [
      ['grey sofa', 'Grey sofa'],
      ['gray sofa', 'Gray sofa'],
    ]) {
      const { items, matched } = rank({
        profile: undefined,
        index: shopOf(...titles),
        model: emptyModel(),
        now: NOON,
        query,
        limit: 3,
      });
      assert.deepEqual([titles[Number(items[0].id.slice(1))], matched], [first, 2]);
    }
  });

  test('are of phrases as of words', () => {
    const titles = ['Compact washer', 'Hose for a washing machine', 'Sewing machine'];
    const index = shopOf(...titles);
    assert.deepEqual(
      matching(index, titles, 'washing machine').map((match) => match.split(' |')[0]),
      ['Compact washer', 'Hose for a washing machine', 'Sewing machine'],
    );
    const games = ['Racing game - PlayStation 3', 'Racing game - PlayStation 4'];
    assert.equal(matching(shopOf(...games), games, 'ps3 game')[0].split(' |')[0], games[0]);
  });

  test('are told and found as they are written, with the words between', () => {
    const titles = ['Oak chest of drawers', 'Chest handle', 'Drawer handle'];
    assert.deepEqual(matching(shopOf(...titles), titles, 'dresser'), [
      'Oak chest of drawers | search:chest of drawers (for dresser)',
    ]);
  });

  test('stand for the whole phrase, of which no word is told twice', () => {
    const titles = ['Hard drive', 'Hard hat', 'Hard drive sleeve'];
    assert.equal(
      matching(shopOf(...titles), titles, 'hard disk')[0],
      'Hard drive | search:hard drive (for hard disk)',
    );
  });

  test('are less sure between words that the shop uses itself, from a tenth of the most usual name on', () => {
    assert.deepEqual(rulesOf(...repeated('sofa', 10), 'Red couch'), [
      { words: ['settee'], finds: ['sofa', 'couch'] },
      { words: ['sofa', 'couch'], learned: true },
    ]);
    const titles = ['Red couch', 'Sofa'];
    assert.deepEqual(
      matching(shopOf(...titles), titles, 'sofa').map((match) => match.split(' |')[0]),
      ['Sofa', 'Red couch'],
    );
    assert.deepEqual(rulesOf(...repeated('sofa', 11), 'Red couch'), [
      { words: ['couch', 'settee'], finds: ['sofa'] },
    ]);
  });

  test('go by what things are called, not by what is for them', () => {
    const rules = rulesOf(...repeated('notebook', 3), 'Laptop bag', 'Laptop sleeve', 'Laptop lock');
    assert.deepEqual(
      rules.find(({ words }) => words.includes('laptop')),
      { words: ['laptop', 'laptop computer', 'notebook computer'], finds: ['notebook'] },
    );
  });

  test('are counted over all products of a shop, however many have a name of several words', () => {
    const drives = repeated('hard drive', 2_400);
    const rule = (disks: number) =>
      rulesOf(...drives, ...repeated('hard disk', disks)).find(({ words }) => words.includes('hard disk'));
    assert.equal(rule(239)?.learned, undefined);
    assert.equal(rule(240)?.learned, true);
  });

  test('of what stands before nouns go by the products that have it', () => {
    const ruleOf = (...titles: readonly string[]) =>
      rulesOf(...titles).find(({ finds }) => finds?.some((name) => name === 'outdoor' || name === 'patio'));
    const plain = repeated('outdoor lamp', 20);
    assert.deepEqual(ruleOf(...plain), { words: ['patio'], finds: ['outdoor'] });
    assert.equal(ruleOf(...plain, ...repeated('patio lamp', 2)), undefined);
    // Once a tenth are called by it, only those count.
    assert.equal(ruleOf(...plain, 'Patio', 'Set of a patio'), undefined);
    assert.deepEqual(ruleOf(...plain, 'Patio', 'Oak patio', ...repeated('patio lamp', 2)), {
      words: ['outdoor'],
      finds: ['patio'],
    });
  });

  test('give way to what the shop says of a word', () => {
    const titles = ['Grey sofa', 'Oak daybed'];
    const plain = shopOf(...titles);
    const synonyms = runToEnd(readSynonyms([{ words: ['couch'], finds: ['daybed'] }], plain.terms));
    const index = { ...plain, terms: { ...plain.terms, synonyms } };
    assert.deepEqual(matching(index, titles, 'couch'), ['Oak daybed | search:daybed (for couch)']);
    assert.deepEqual(matching(index, titles, 'settee'), ['Grey sofa | search:sofa (for settee)']);
    const alone: SynonymRule = { words: ['couch'], finds: ['couch'] };
    const own = runToEnd(readSynonyms([alone], plain.terms));
    const itself = { ...plain, terms: { ...plain.terms, synonyms: own } };
    assert.deepEqual(matching(itself, titles, 'couch'), []);
    // A replay has to know of it, too.
    assert.deepEqual(synonymRulesFor(EMPTY_PROFILE, 'grey couch', itself), [alone]);
  });

  test('count beside what sessions taught of a word', () => {
    const titles = ['Grey sofa', 'Oak daybed'];
    const plain = shopOf(...titles);
    const learned: SynonymRule = { words: ['couch'], finds: ['daybed'], learned: true };
    const synonyms = runToEnd(readSynonyms([learned], plain.terms));
    const index = { ...plain, terms: { ...plain.terms, synonyms } };
    assert.deepEqual(matching(index, titles, 'couch'), [
      'Grey sofa | search:sofa (for couch)',
      'Oak daybed | search:daybed (for couch)',
    ]);
  });

  test('hold in a list that a caller sends, and need a catalogue', () => {
    const titles = ['Grey sofa', 'Oak table'];
    const list = titles.map((title, k) => ({ id: `p${k}`, title, attributes: { title } })).reverse();
    const first = (index: CatalogueIndex): string | undefined =>
      rerank({
        profile: session('search:couch'),
        index,
        model: emptyModel(),
        now: NOON,
        products: list,
        strength: 1,
      }).items[0].scoreBreakdown.find(({ factor }) => factor === 'keyword')?.signal;
    assert.equal(first(shopOf(...titles)), 'search:sofa (for couch)');
    assert.equal(first(shopOf()), undefined);
  });

  test('are no misspellings, whatever the shop has', () => {
    const titles = ['Leather pouch', 'Leather belt'];
    assert.deepEqual(matching(shopOf(...titles), titles, 'couch'), []);
    assert.equal(matching(shopOf(...titles), titles, 'poush')[0], 'Leather pouch | search:pouch');
  });

  test('are found once for each catalogue', () => {
    const { terms } = shopOf('Grey sofa');
    assert.equal(usualSynonymsOf(terms), usualSynonymsOf({ ...terms }));
  });
});

describe('the names of one thing', () => {
  for (const code of languagesWithThesaurus()) {
    const shop: ShopLanguage = { ...ANY_LANGUAGE, language: code };
    const things = thesaurusOf(code).map((thing) =>
      thing.map((name) => stemsOfSynonym(name, shop).join(' ')),
    );

    test(`no name is twice in ${code}`, () => {
      const all = things.flat();
      const repeatedNames = all.filter((name, k) => name === '' || all.indexOf(name) !== k);
      assert.deepEqual(repeatedNames, []);
    });

    test(`are known as words of ${code}`, () => {
      const [[name]] = things;
      assert.ok(isUsualName(name, shop));
      assert.ok(!isUsualName(`${name}x`, shop));
    });
  }
});
