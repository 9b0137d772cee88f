import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { ANY_LANGUAGE } from '../../session/text/shop-language.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { synonymRulesFor } from '../query/session-query.ts';
import { rank } from '../rank.ts';
import { rerank } from '../rerank.ts';
import { NOON, session, sumOf, titledShop } from '../testing/shops.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { MOST_SYNONYMS, readSynonyms, type SynonymRule } from './synonyms.ts';

const TITLES = [
  'Slim notebook',
  'Gaming laptop',
  'Smartphone case',
  'Smartphone',
  'Large television',
  'Teapot',
  'Kettle',
];
const products = TITLES.map((title, k) => ({ id: `p${k}`, title, attributes: {} }));
const plain = titledShop(TITLES);

function shopWith(...rules: readonly SynonymRule[]): CatalogueIndex {
  const synonyms = runToEnd(readSynonyms(rules, plain.terms));
  return { ...plain, terms: { ...plain.terms, synonyms } };
}

const ranked = (index: CatalogueIndex, query: string) =>
  rank({ profile: session(`search:${query}`), index, model: emptyModel(), now: NOON, limit: 10 }).items;

/** The titles that a search matches, best first, each with the signal. */
const matching = (index: CatalogueIndex, query: string): string[] =>
  ranked(index, query).flatMap(({ id, scoreBreakdown }) => {
    const keyword = scoreBreakdown.find(({ factor }) => factor === 'keyword');
    const title = TITLES[Number(id.slice(1))];
    return keyword === undefined || keyword.contribution < 1e-9 ? [] : [`${title} | ${keyword.signal}`];
  });

const BOTH = { words: ['laptop', 'notebook'] };

test('words of a two-way rule find each other, the word itself first, and the signal says which matched', () => {
  const laptop = 'Gaming laptop | search:laptop';
  assert.deepEqual(matching(shopWith(BOTH), 'laptops'), [
    laptop,
    'Slim notebook | search:notebook (for laptop)',
  ]);
  const notebook = 'Slim notebook | search:notebook';
  assert.deepEqual(matching(shopWith(BOTH), 'notebook'), [
    notebook,
    'Gaming laptop | search:laptop (for notebook)',
  ]);
});

test('a one-way rule is one-way, and gives products to a word that the catalogue lacks', () => {
  const shop = shopWith({ words: ['tv'], finds: ['television'] }, { words: ['laptop'], finds: ['notebook'] });
  assert.deepEqual(matching(shop, 'tv'), ['Large television | search:television (for tv)']);
  assert.deepEqual(matching(shop, 'notebook'), ['Slim notebook | search:notebook']);
});

test('a rule that has the word on both sides, too, means the same', () => {
  const [plainRule, both] = [['television'], ['tv', 'television']].map((finds) =>
    ranked(shopWith({ words: ['tv'], finds }), 'large tv'),
  );
  assert.deepEqual(both, plainRule);
});

test('rules are read in steps', () => {
  const rules = Array.from({ length: 100 }, (_, k) => ({ words: [`word${k}`, `other${k}`] }));
  assert.ok([...readSynonyms(rules, ANY_LANGUAGE)].length >= 10);
});

test('a phrase has synonyms as a whole, and is one', () => {
  const shop = shopWith(
    { words: ['mobile phone', 'smartphone'] },
    { words: ['portable'], finds: ['slim notebook'] },
  );
  assert.deepEqual(
    new Set(matching(shop, 'mobile phone')),
    new Set([
      'Smartphone | search:smartphone (for mobile phone)',
      'Smartphone case | search:smartphone (for mobile phone)',
    ]),
  );
  assert.deepEqual(matching(shop, 'portable'), ['Slim notebook | search:slim notebook (for portable)']);
});

test('a word of a phrase alone has no synonym', () => {
  const shop = shopWith({ words: ['hot mobile', 'teapot'] });
  assert.deepEqual(matching(shop, 'mobile'), []);
  assert.deepEqual(matching(shop, 'hot mobile'), ['Teapot | search:teapot (for hot mobile)']);
});

test('without a rule for the words every score is as without synonyms', () => {
  for (const query of ['smartphone case', 'gaming laptop', 'televison', 'teapot not kettle']) {
    assert.deepEqual(ranked(shopWith({ words: ['stove', 'oven'] }), query), ranked(plain, query));
  }
});

test('a breakdown with synonyms adds up to the score, in lists of a request, too', () => {
  const index = shopWith(BOTH, { words: ['tv'], finds: ['television', 'slim notebook'] });
  for (const query of ['laptop', 'tv', 'gaming tv']) {
    const now = NOON;
    const list = rerank({
      profile: undefined,
      index,
      model: emptyModel(),
      now,
      products,
      query,
      strength: 0.8,
    }).items;
    for (const { score, scoreBreakdown } of [...ranked(index, query), ...list]) {
      assert.ok(Math.abs(score - sumOf(scoreBreakdown)) < 1e-12);
    }
    assert.equal(list[0].id, query === 'laptop' ? 'p1' : list[0].id);
    assert.ok(
      list.some(({ scoreBreakdown }) => scoreBreakdown.some(({ signal }) => signal.includes('(for '))),
    );
  }
});

test('a word has at most so many synonyms, the first ones', () => {
  const names = (count: number) => Array.from({ length: count }, (_, k) => `name${k}`);
  for (const [given, kept] of [
    [MOST_SYNONYMS, MOST_SYNONYMS],
    [MOST_SYNONYMS + 1, MOST_SYNONYMS],
  ]) {
    const rules = names(given).map((name) => ({ words: ['thing'], finds: [name] }));
    const found = runToEnd(readSynonyms(rules, ANY_LANGUAGE)).find('thing');
    assert.deepEqual(
      found.map(({ stems: [name] }) => name),
      names(kept),
    );
  }
});

test('the rules that can apply to a session make its ranking again', () => {
  const rules = [{ words: ['stove', 'oven'] }, BOTH, { words: ['mobile phone', 'smartphone'] }];
  const index = shopWith(...rules);
  const profile = session('search:mobile phone', 'search:laptop');
  const applying = synonymRulesFor(profile, undefined, index);
  assert.deepEqual(applying, rules.slice(1));
  const again = rank({ profile, index: shopWith(...applying), model: emptyModel(), now: NOON, limit: 10 });
  assert.deepEqual(again.items, rank({ profile, index, model: emptyModel(), now: NOON, limit: 10 }).items);
  assert.deepEqual(synonymRulesFor(session('product_view:p1'), 'oven', index), rules.slice(0, 1));
  assert.deepEqual(synonymRulesFor(profile, 'oven', plain), []);
});
