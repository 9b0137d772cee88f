import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES } from '../../languages/index.ts';
import { textTerms } from '../../session/text/keywords.ts';
import { ANY_LANGUAGE } from '../../session/text/shop-language.ts';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rerank } from '../rerank.ts';
import { catalogueOf, NOON, ROLES, session } from '../testing/shops.ts';
import { audienceAsked, audienceStems } from './audience.ts';

const ROWS = [
  { id: 'men', title: "Men's boot with wool lining" },
  { id: 'women', title: 'Boot', type: 'Women > Shoes' },
  { id: 'both', title: 'Hiking boot for men and women' },
  { id: 'all', title: 'Unisex rain boot' },
  { id: 'kids', title: 'Boys winter boot' },
  { id: 'nobody', title: 'Old brown boot' },
];
const place = (ids: readonly string[], id: string): number => {
  assert.ok(ids.includes(id), `${id} of ${ids.join()}`);
  return ids.indexOf(id);
};
const OTHERS = Array.from({ length: 60 }, (_, k) => ({ id: `o${k}`, title: `Garden chair ${k}` }));
const index = buildIndex(catalogueOf([...ROWS, ...OTHERS], { title: 'text' }), ROLES);
const wordsOf = (query: string) =>
  textTerms(query, index.terms).map(({ stem }) => ({ name: stem, weight: 1, latest: true as const }));
const othersOf = (query: string): string[] => {
  const isForOthers = audienceAsked(wordsOf(query), index.terms)?.isOther;
  return isForOthers === undefined ? [] : ROWS.flatMap(({ id }, k) => (isForOthers(k) ? [id] : []));
};

describe('a search that says for whom', () => {
  test('tells what is for others, by any text; not what is also for them, for all, or silent', () => {
    assert.deepEqual(othersOf('womens boot'), ['men', 'kids']);
    assert.deepEqual(othersOf('boots for men'), ['women', 'kids']);
    assert.deepEqual(othersOf('kids boots'), ['men', 'women', 'both']);
    assert.deepEqual(othersOf('girls boots'), ['men', 'women', 'both']);
    assert.deepEqual(othersOf('boots for a man'), ['women', 'kids']);
    assert.deepEqual(othersOf('female boots'), ['men', 'kids']);
    assert.deepEqual(othersOf('boots male to female'), []);
  });

  test('says it of one only, in the last search', () => {
    for (const query of ['boot', 'unisex boot', 'boots for men and women'])
      assert.deepEqual(othersOf(query), []);
    const earlier = wordsOf('womens boot').map(({ name, weight }) => ({ name, weight }));
    assert.equal(audienceAsked(earlier, index.terms), undefined);
    assert.deepEqual([...audienceStems(earlier, index.terms)], []);
  });

  test('finds what is for others last, also in a list that a caller sends', () => {
    const request = { index, model: emptyModel(), now: NOON, limit: 10 };
    const ranked = rank({ ...request, profile: undefined, query: 'womens boot' });
    const ids = ranked.items.map(({ id }) => id);
    assert.ok(place(ids, 'men') > place(ids, 'women'), ids.join());
    assert.ok(place(ids, 'men') > place(ids, 'both'), ids.join());
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
    assert.ok(place(order, 'men') > place(order, 'women'), order.join());
  });

  test('is told by titles and attributes, not by descriptions, which may tell that a thing is for somebody, too', () => {
    const rows = [
      { id: 'perfume', title: "Women's perfume", text: 'Keep out of reach of children' },
      { id: 'watch', title: 'Watch', text: 'For boys' },
      { id: 'cream', title: "Men's cream", text: 'For women, too' },
    ];
    const { terms } = buildIndex(catalogueOf(rows, { title: 'text', text: 'text' }), ROLES);
    const isForOthers = audienceAsked(wordsOf('womens gift'), terms)!.isOther;
    assert.deepEqual(
      rows.map((_, k) => isForOthers(k)),
      [false, false, false],
    );
    const forKids = audienceAsked(wordsOf('kids gift'), terms)!.isOther;
    assert.deepEqual(
      rows.map((_, k) => forKids(k)),
      [false, false, true],
    );
  });

  test('is told by the title of a product that a caller sends, not by its description', () => {
    const empty = buildIndex(catalogueOf([{ id: 'o', title: 'Thing' }], { title: 'text' }), ROLES);
    const text = `Gift in a box. ${'Long words of a description that says a lot. '.repeat(4)}`;
    const sent = [
      { id: 'men', title: "Men's gift" },
      { id: 'told', title: 'Gift', text: `${text} Men like it.` },
    ].map(({ id, title, text = '' }) => ({ id, title, attributes: { title, text } }));
    for (const products of [sent, sent.toReversed()]) {
      const { items } = rerank({
        index: empty,
        model: emptyModel(),
        now: NOON,
        limit: 9,
        profile: session('search:womens gift'),
        products,
        strength: 1,
      });
      assert.deepEqual(
        items.map(({ id }) => id),
        ['told', 'men'],
      );
    }
  });

  test('is told of no product by words that name other things, such as "man"', () => {
    const rows = [
      { id: 'a', title: 'Spider man costume' },
      { id: 'b', title: "Men's costume" },
    ];
    const { terms } = buildIndex(catalogueOf(rows, { title: 'text' }), ROLES);
    const isForOthers = audienceAsked(wordsOf('girls costume'), terms)!.isOther;
    assert.deepEqual(
      rows.map((_, k) => isForOthers(k)),
      [false, true],
    );
    const sets = buildIndex(
      catalogueOf(
        [
          { id: 'a', title: 'Gents and ladies watch set' },
          { id: 'b', title: 'Ladies watch' },
        ],
        { title: 'text' },
      ),
      ROLES,
    ).terms;
    const forGents = audienceAsked(wordsOf('gents watch'), sets)!.isOther;
    assert.deepEqual([0, 1].map(forGents), [false, true]);
  });

  test('is not taken from words that share a stem with another thing', () => {
    const others = (language: string, text: string, query: string, titles: readonly string[]) => {
      // Ten sentences tell a language.
      const rows = Array.from({ length: 10 }, (_, k) => ({
        id: `p${k}`,
        title: titles[k % titles.length],
        text: `${text} ${k}`,
      }));
      const { terms } = buildIndex(catalogueOf(rows, { title: 'text', text: 'text' }), ROLES);
      assert.equal(terms.language, language);
      const words = textTerms(query, terms).map(({ stem }) => ({
        name: stem,
        weight: 1,
        latest: true as const,
      }));
      const isForOthers = audienceAsked(words, terms)!.isOther;
      return titles.filter((_, k) => isForOthers(k));
    };
    assert.deepEqual(
      others('ita', 'Una lampada che si accende con la luce della sera', 'lampada donna', [
        'Lampada neon',
        'Lampada uomo',
      ]),
      ['Lampada uomo'],
    );
    assert.deepEqual(
      others('dan', 'En jakke som er let og kan bruges til det meste', 'jakke dame', [
        'Jakke varm men let',
        'Jakke til herre',
      ]),
      ['Jakke til herre'],
    );
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

/** The first word for men, women and all, by language. */
const ADULTS: Readonly<Record<string, readonly string[]>> = {
  eng: ['men', 'women', 'unisex'],
  ara: ['رجالي', 'نسايي', 'للجنسين'],
  dan: ['herre', 'dame', 'unisex'],
  deu: ['herren', 'damen', 'unisex'],
  fin: ['miesten', 'naisten', 'unisex'],
  fra: ['homme', 'femme', 'mixte'],
  heb: ['גברים', 'נשים', 'יוניסקס'],
  hin: ['पुरुष', 'महिला', 'यूनिसेक्स'],
  ita: ['uomo', 'donna', 'unisex'],
  jpn: ['メンズ', 'レディース', 'ユニセックス'],
  kor: ['남성', '여성', '남녀공용'],
  nld: ['heren', 'dames', 'unisex'],
  nob: ['herre', 'dame', 'unisex'],
  pol: ['meski', 'damski', 'unisex'],
  por: ['masculino', 'feminino', 'unissex'],
  rus: ['мужской', 'женский', 'унисекс'],
  spa: ['hombre', 'mujer', 'unisex'],
  swe: ['herr', 'dam', 'unisex'],
  tha: ['ผู้ชาย', 'ผู้หญิง', 'ยูนิเซ็กซ์'],
  tur: ['erkek', 'kadin', 'unisex'],
  zho: ['男士', '女士', '中性'],
};

test('the packs name men, women and all first, and then children', () => {
  for (const { code, facts } of LANGUAGES) {
    if (facts?.audience === undefined) continue;
    const values = facts.audience.values.split(', ').map((value) => value.split('|')[0]);
    assert.deepEqual(values.slice(0, 3), ADULTS[code], code);
    assert.ok(values.length > 4, code);
  }
});
