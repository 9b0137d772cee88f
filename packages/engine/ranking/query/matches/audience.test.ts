import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES } from '../../../languages/index.ts';
import { textTerms } from '../../../session/text/keywords.ts';
import { ANY_LANGUAGE } from '../../../session/text/shop-language.ts';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { emptyModel } from '../../model/empty-model.ts';
import { rank } from '../../rank.ts';
import { rerank } from '../../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../../testing/shops.ts';
import { audienceStems, forOthers } from './audience.ts';

const ROWS = [
  { id: 'men', title: "Men's boot with wool lining" },
  { id: 'women', title: 'Boot', type: 'Women > Shoes' },
  { id: 'both', title: 'Hiking boot for men and women' },
  { id: 'all', title: 'Unisex rain boot' },
  { id: 'kids', title: 'Boys winter boot' },
  { id: 'nobody', title: 'Old brown boot' },
];
const OTHERS = Array.from({ length: 60 }, (_, k) => ({ id: `o${k}`, title: `Garden chair ${k}` }));
const index = buildIndex(catalogueOf([...ROWS, ...OTHERS], { title: 'text' }), ROLES);
const wordsOf = (query: string) =>
  textTerms(query, index.terms).map(({ stem }) => ({ name: stem, weight: 1, latest: true as const }));
const othersOf = (query: string): string[] => {
  const isForOthers = forOthers(wordsOf(query), index.terms);
  return isForOthers === undefined ? [] : ROWS.flatMap(({ id }, k) => (isForOthers(k) ? [id] : []));
};

describe('a search that says for whom', () => {
  test('tells what is for others, by any text; not what is also for them, for all, or silent', () => {
    assert.deepEqual(othersOf('womens boot'), ['men', 'kids']);
    assert.deepEqual(othersOf('boots for men'), ['women', 'kids']);
    assert.deepEqual(othersOf('kids boots'), ['men', 'women', 'both']);
    assert.deepEqual(othersOf('girls boots'), ['men', 'women', 'both']);
  });

  test('says it of one only, in the last search', () => {
    for (const query of ['boot', 'unisex boot', 'boots for men and women'])
      assert.deepEqual(othersOf(query), []);
    const earlier = wordsOf('womens boot').map(({ name, weight }) => ({ name, weight }));
    assert.equal(forOthers(earlier, index.terms), undefined);
    assert.deepEqual([...audienceStems(earlier, index.terms)], []);
  });

  test('finds what is for others last, also in a list that a caller sends', () => {
    const request = { index, model: emptyModel(), now: NOON, limit: 10 };
    const ranked = rank({ ...request, profile: undefined, query: 'womens boot' });
    const ids = ranked.items.map(({ id }) => id);
    assert.ok(ids.indexOf('men') > ids.indexOf('women'), ids.join());
    assert.ok(ids.indexOf('men') > ids.indexOf('both'), ids.join());
    const list = ROWS.map(({ id, title, type }) => ({
      id,
      title,
      attributes: { title, type: type ?? null },
    }));
    const reranked = rerank({
      ...request,
      profile: session('search:womens boot'),
      products: list,
      strength: 1,
    });
    const order = reranked.items.map(({ id }) => id);
    assert.ok(order.indexOf('men') > order.indexOf('women'), order.join());
  });

  test('is read in the language of the shop', () => {
    const german = { ...ANY_LANGUAGE, language: 'deu' };
    const words = textTerms('Stiefel Damen', german).map(({ stem }) => ({
      name: stem,
      weight: 1,
      latest: true as const,
    }));
    assert.ok([...audienceStems(words, german)].length > 5);
  });
});

test('the packs name men, women and all first', () => {
  const women = new Map(
    LANGUAGES.flatMap(({ code, facts }) =>
      facts?.audience === undefined ? [] : [[code, facts.audience.values.split(', ')] as const],
    ),
  );
  assert.ok(women.size > 10);
  for (const [code, values] of women) assert.ok(values.length >= 5, code);
  assert.ok(women.get('eng')![1].split('|').includes('women'));
  assert.equal(women.get('fra')![2], 'mixte');
});
