import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLED, OF_KIND, type Postings, STATED } from '../../indexing/term-table.ts';
import { titledShop } from '../../testing/shops.ts';
import { MAX_POSTINGS_CHECKED, postingsOf } from './words-together.ts';

const termsOf = (...titles: readonly string[]) => titledShop(titles).terms;
const marksOf = ({ items, marks }: Postings) =>
  Array.from(items, (product, k) => [product, marks[k] & (CALLED | OF_KIND | STATED)]);

test('the products that have all stems are called by any of them', () => {
  const terms = termsOf('Oak chest of drawers', 'Chest handle', 'Drawer', 'Drawer of a chest');
  const found = postingsOf(terms, { stems: ['chest', 'drawer'] })!;
  assert.deepEqual(marksOf(found), [
    [0, CALLED | STATED],
    [3, CALLED | STATED],
  ]);
  const [chest, drawer] = ['chest', 'drawer'].map((stem) => terms.find(stem)!);
  assert.ok(Math.abs(found.weights[0] - (chest.weights[0] + drawer.weights[0])) < 1e-9);
});

test('stems may have to stand together, at their first places', () => {
  const terms = termsOf(
    'Laptop 13.3 inch, 2 inch deep',
    'Laptop 15.6 inch, 13.3 mm',
    'Case 2 inch, 13.3 inch',
  );
  const having = (areTogether: boolean) => postingsOf(terms, { stems: ['13.3', 'inch'], areTogether })?.items;
  assert.deepEqual(having(false), [0, 1, 2]);
  assert.deepEqual(having(true), [0]);
});

test('one stem has its own products, and what has a stem that nothing has is nothing', () => {
  const terms = termsOf('Oak chest', 'Oak drawer');
  assert.deepEqual(postingsOf(terms, { stems: ['oak'] }), terms.find('oak'));
  assert.deepEqual(postingsOf(terms, { stems: ['oak', 'pine'] })?.items, []);
  assert.equal(postingsOf(terms, { stems: ['pine', 'oak'] }), undefined);
});

test('all products are looked at, more than a search for words together checks', () => {
  const titles = Array.from({ length: MAX_POSTINGS_CHECKED + 1 }, (_, k) => `Hard drive ${k}`);
  assert.equal(postingsOf(termsOf(...titles), { stems: ['hard', 'drive'] })?.items.length, titles.length);
});
