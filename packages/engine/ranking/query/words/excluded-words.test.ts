import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../../indexing/catalogue-index.ts';
import { emptyModel } from '../../learning/empty-model.ts';
import { rank } from '../../rank.ts';
import { rankProducts } from '../../rerank.ts';
import { catalogueOf, NOON, ROLES, titledShop } from '../../testing/shops.ts';
import { excludedStem } from './excluded-words.ts';

const TITLES = [
  'Butter',
  'Butter without lactose',
  'Butter with walnut',
  'Cheese without lactose',
  'Butter painter',
];
const shop = titledShop(TITLES);

test('a misspelt word that a search negates is what products say to be without', () => {
  const { terms } = shop;
  assert.equal(excludedStem('lactso', terms), 'lactos');
  assert.equal(excludedStem('lacxso', terms), 'lacxso', 'two edits');
  assert.equal(excludedStem('lacto', terms), 'lacto', 'five letters');
  assert.equal(excludedStem('lactoe', terms), 'lactos', 'six');
  assert.equal(excludedStem('lactos', terms), 'lactos');
  assert.equal(excludedStem('walnit', terms), 'walnit', 'nothing says to be without it');
  assert.equal(excludedStem('printer', terms), 'printer', 'painters are none');
  assert.equal(excludedStem('walnut', terms), 'walnut');
});

test('what a link or the catalogue of a list has is spelt right', () => {
  const rows = [
    { id: 'a', title: 'Silver lamp', link: 'https://shop.example/lamp-copper' },
    { id: 'b', title: 'Lamp without coppex', link: 'https://shop.example/lamp' },
    { id: 'c', title: 'Hopper lamp', link: 'https://shop.example/lamp' },
  ];
  const { terms } = buildIndex(catalogueOf(rows, { title: 'text' }), { ...ROLES, url: 'link' });
  assert.equal(excludedStem('copper', terms), 'copper');
  assert.equal(excludedStem('coppez', terms), 'coppex');
  const list = { ...terms, find: () => undefined, whole: terms };
  assert.equal(excludedStem('hopper', list), 'hopper');
});

test('a search excludes what it means, in the catalogue and in lists', () => {
  const request = { profile: undefined, index: shop, model: emptyModel(), now: NOON };
  const titleOf = (id: string): string => TITLES[Number(id.slice(1))];
  const ranked = rank({ ...request, limit: 4, query: 'butter without lactsoe' }).items;
  assert.equal(titleOf(ranked[0].id), 'Butter without lactose');
  const products = [{ id: 'p0' }, { id: 'p1' }];
  const list = rankProducts({ ...request, products, query: 'butter without lactsoe' }).items;
  assert.equal(titleOf(list[0].id), 'Butter without lactose');
});
