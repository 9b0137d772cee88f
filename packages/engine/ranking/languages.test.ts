import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '../languages/language-pack.ts';
import type { Described } from '../languages/shops.fixture.ts';
import { SHOPS } from '../languages/shops.fixture.ts';
import { emptyProfile, fold } from '../session/profile/fold.ts';
import { readProfile } from '../session/profile/read-profile.ts';
import { buildIndex, type CatalogueIndex } from './indexing/catalogue-index.ts';
import { placeOf } from './indexing/inverted-index.ts';
import { emptyModel } from './learning/empty-model.ts';
import { searchReader } from './query/parsed-query.ts';
import { rank } from './rank.ts';
import { catalogueOf, NOON } from './testing/shops.ts';

/** Counts the searches of a shop whose words all occur in the product they are for, and those that rank it first. */
const LEAST: Readonly<Partial<Record<Language, readonly [matched: number, first: number]>>> = {
  deu: [56, 60],
  fra: [60, 60],
  spa: [20, 20],
  ita: [20, 20],
  nld: [17, 20],
  por: [20, 20],
  swe: [15, 20],
  dan: [15, 17],
  nob: [13, 14],
  fin: [3, 11],
  tur: [13, 14],
};

const indexOf = (products: readonly Described[]): CatalogueIndex => {
  const rows = products.map(({ id, title, description }) => ({ id, title, description }));
  return buildIndex(catalogueOf(rows, { title: 'text', description: 'text' }), { title: 'title' });
};

function has(index: CatalogueIndex, stem: string, product: number): boolean {
  const postings = index.terms.find(stem);
  return postings !== undefined && placeOf(product, postings.items) >= 0;
}

describe('a shop is searched in its own language', () => {
  for (const [language, products] of SHOPS) {
    test(language, () => {
      const index = indexOf(products);
      assert.equal(index.terms.language, language);
      let matched = 0;
      let first = 0;
      products.forEach(({ id, query }, product) => {
        const folded = fold(emptyProfile(NOON), { type: 'search', value: query, at: NOON });
        const profile = readProfile(folded, searchReader(index));
        const { items } = rank({ index, model: emptyModel(), profile, now: NOON + 1000, limit: 1 });
        if (items[0].id === id) first++;
        const stems = profile.interests.keyword.map(({ name }) => name);
        if (stems.every((stem) => has(index, stem, product))) matched++;
      });
      const [leastMatched, leastFirst] = LEAST[language] ?? [products.length, products.length];
      assert.ok(matched >= leastMatched, `${matched} matched`);
      assert.ok(first >= leastFirst, `${first} first`);
    });
  }
});
