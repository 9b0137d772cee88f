import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { emptyModel } from '../../model/empty-model.ts';
import { rank } from '../../rank.ts';
import { rankProducts } from '../../rerank.ts';
import { catalogueOf, NOON, ROLES, titledShop } from '../../testing/shops.ts';
import { excludedStem } from './excluded-words.ts';

const TITLES = ['Butter', 'Butter without lactose', 'Butter with walnut', 'Cheese without lactose'];
const shop = titledShop(TITLES);

test('a misspelt word that a search negates is what products have or say to be without', () => {
  const { terms } = shop;
  assert.equal(excludedStem('lactso', terms), 'lactos', 'only said to be absent');
  assert.equal(excludedStem('walnit', terms), 'walnut');
  assert.equal(excludedStem('walnut', terms), 'walnut');
  assert.equal(excludedStem('wxlnit', terms), 'wxlnit', 'two edits');
  assert.equal(excludedStem('buter', terms), 'buter', 'five letters');
  assert.equal(excludedStem('buttor', terms), 'butter', 'six');
});

test('what only a link has is spelt right', () => {
  const rows = [
    { id: 'a', title: 'Silver lamp', link: 'https://shop.example/lamp-copper' },
    { id: 'b', title: 'Lamp for copters', link: 'https://shop.example/lamp' },
  ];
  const { terms } = buildIndex(catalogueOf(rows, { title: 'text' }), { ...ROLES, url: 'link' });
  assert.equal(excludedStem('copper', terms), 'copper');
  assert.equal(excludedStem('copser', terms), 'copter');
});

test('a search excludes what it means, in the catalogue and in lists', () => {
  const request = { profile: undefined, index: shop, model: emptyModel(), now: NOON };
  const titleOf = (id: string): string => TITLES[Number(id.slice(1))];
  const ranked = rank({ ...request, limit: 4, query: 'butter without lactsoe' }).items;
  assert.equal(titleOf(ranked[0].id), 'Butter without lactose');
  const products = [{ id: 'p2' }, { id: 'p0' }];
  const list = rankProducts({ ...request, products, query: 'butter without walnit' }).items;
  assert.deepEqual(
    list.map(({ id }) => titleOf(id)),
    ['Butter', 'Butter with walnut'],
  );
});
