import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { readSynonyms } from '../indexing/synonyms.ts';
import { emptyModel } from '../learning/empty-model.ts';
import { rank } from '../rank.ts';
import { rankProducts } from '../rerank.ts';
import { NOON, repeated, titledShop } from '../testing/shops.ts';

/** The first title of a search. */
function first(titles: readonly string[], query: string): string {
  const index = titledShop(titles);
  const { items } = rank({ profile: undefined, index, model: emptyModel(), now: NOON, query, limit: 1 });
  return titles[Number(items[0].id.slice(1))];
}

test('what a name is mostly said of is not called so, beside what its other name says', () => {
  const drives = repeated('solid state drive', 3);
  // Of 22 that have the word, two end with it; then three of 23.
  const computers = repeated('computer with SSD', 20);
  assert.match(first([...computers, ...repeated('tower SSD', 2), ...drives], 'ssd'), /drive/);
  assert.match(first([...computers, ...repeated('tower SSD', 3), ...drives], 'ssd'), /tower/);
});

test('the products of a list are called what the whole catalogue is', () => {
  const computers = repeated('computer with SSD', 20);
  const titles = [...computers, ...repeated('tower SSD', 2), ...repeated('solid state drive', 3)];
  const index = titledShop(titles);
  const products = titles.map((_, k) => ({ id: `p${k}` })).slice(19, 23);
  const { items } = rankProducts({
    profile: undefined,
    index,
    model: emptyModel(),
    now: NOON,
    query: 'ssd',
    products,
  });
  const scores = new Map(items.map(({ id, score }) => [titles[Number(id.slice(1))], score]));
  const [computer, tower] = [computers[19], titles[20]].map((title) => scores.get(title)!);
  assert.ok(Math.abs(computer - tower) < 1e-9, 'the towers of the list are called no SSD');
});

test('what calls nothing counts no more than the other name of the thing, however rare it is', () => {
  const cover = 'Couch furniture cover';
  assert.match(first([cover, ...repeated('sofa', 30)], 'couch'), /sofa/);
  assert.equal(first([cover, ...repeated('sofa cushion', 30)], 'couch'), cover, 'nothing is a sofa');
});

test('a name of a phrase takes nothing from its words', () => {
  const hose = 'Washing machine hose';
  assert.equal(first([hose, ...repeated('cymbal washer', 30)], 'washing machine'), hose);
});

test('without another name that things are called, a word says what it says', () => {
  const towers = [...repeated('computer with SSD', 20), ...repeated('tower SSD', 2)];
  assert.match(first([...towers, ...repeated('solid state drive cable', 3)], 'ssd'), /tower/);
});

test('a search that is a name of a thing asks for the thing, of however many words', () => {
  const titles = ['Tiny garden cell phone of gold', 'Cell phone case', 'Cell phone cover'];
  assert.equal(first(titles, 'cell phone'), titles[0]);
  assert.notEqual(
    first(
      titles.map((title) => title.replace('phone', 'tile')),
      'cell tile',
    ),
    titles[0],
  );
});

test('a name of two words that no product has together changes nothing of the others', () => {
  const titles = [
    ...repeated('computer with SSD', 20),
    ...repeated('tower SSD', 2),
    ...repeated('solid state drive', 3),
    'Flash light',
    'Brake disk',
  ];
  const { terms, ...index } = titledShop(titles);
  const rules = [{ words: ['ssd'], finds: ['solid state drive', 'flash disk'] }];
  const synonyms = runToEnd(readSynonyms(rules, terms));
  const { items } = rank({
    profile: undefined,
    index: { ...index, terms: { ...terms, synonyms } },
    model: emptyModel(),
    now: NOON,
    query: 'ssd',
    limit: 1,
  });
  assert.match(titles[Number(items[0].id.slice(1))], /drive/);
});
