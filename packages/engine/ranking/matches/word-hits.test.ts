import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { NOON, repeated, titledShop } from '../testing/shops.ts';

/** The first title of a search. */
function first(titles: readonly string[], query: string): string {
  const index = titledShop(titles);
  const { items } = rank({ profile: undefined, index, model: emptyModel(), now: NOON, query, limit: 1 });
  return titles[Number(items[0].id.slice(1))];
}

test('a name of a phrase takes nothing from its words', () => {
  const hose = 'Washing machine hose';
  assert.equal(first([hose, ...repeated('cymbal washer', 30)], 'washing machine'), hose);
});
