import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildIndex } from '../indexing/catalogue-index.ts';
import { catalogueOf, ROLES } from '../testing/shops.ts';
import { Combinations, combinationsOf } from './phrase-combinations.ts';

const index = buildIndex(
  catalogueOf([
    { id: '1', type: 'Headphones', colour: 'Black' },
    { id: '2', type: 'American IPA', colour: 'IPA' },
    { id: '3', type: 'Black', colour: 'Deep Black' },
  ]),
  ROLES,
);
const category = index.category!;
const colour = index.columns[index.columnNumbers.get('colour')!];
const queryOf = (combinations: Combinations, value: string, categoryLabel: string): string | undefined =>
  combinations.get(colour.labels.indexOf(value), category.labels.indexOf(categoryLabel))?.query;

test('a value precedes its category', () => {
  const combinations = combinationsOf(colour, category);
  assert.equal(queryOf(combinations, 'Black', 'Headphones'), 'black headphones');
  assert.equal(queryOf(combinations, 'Deep Black', 'Headphones'), 'deep black headphones');
});

test('a value and a category do not combine where one holds all words of the other', () => {
  const combinations = combinationsOf(colour, category);
  for (const [value, categoryLabel] of [
    ['IPA', 'American IPA'],
    ['Deep Black', 'Black'],
    ['Black', 'Black'],
  ])
    assert.equal(queryOf(combinations, value!, categoryLabel!), undefined, `${value} ${categoryLabel}`);
});

test('a combination is built once and shared', () => {
  const [one, other] = [combinationsOf(colour, category), combinationsOf(colour, category)];
  assert.equal(one.get(0, 0), other.get(0, 0));
  assert.notEqual(new Combinations(colour, category).get(0, 0), one.get(0, 0));
});
