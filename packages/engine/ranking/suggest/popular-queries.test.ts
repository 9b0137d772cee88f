import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';
import { shopOf } from '../testing/shops.ts';
import { continues, LEAST_SESSIONS, popularityFactor, weighQueries } from './popular-queries.ts';

/** Materials and types alternate. */
const index = shopOf(48);
const even = new Float64Array(48).fill(1 / 48);
const hats = even.map((_, product) => (product % 4 === 2 ? 4 : 0) / 48);
const wanted = (queries: readonly (readonly [string, number])[], typed = '', score = even) =>
  runToEnd(
    weighQueries(
      queries.map(([query, sessions]) => ({ query, sessions })),
      wordsOf(foldText(typed)),
      index,
      score,
      even,
    ),
  );

test('queries that continue the typed prefix are weighted by their sessions', () => {
  const found = wanted(
    [
      ['boots', 9],
      ['leather boots', 20],
      ['hats', 30],
    ],
    'bo',
  );
  assert.deepEqual(
    found.map(({ query, weight }) => [query, weight]),
    [
      ['leather boots', 20],
      ['boots', 9],
    ],
  );
});

test('queries below the privacy threshold are left out', () => {
  assert.deepEqual(
    wanted([
      ['boots', LEAST_SESSIONS - 1],
      ['hats', LEAST_SESSIONS],
    ]).map(({ query }) => query),
    ['hats'],
  );
});

test('a query is weighted by the lift of its products in the session', () => {
  const weights = Object.fromEntries(
    wanted(
      [
        ['hats', 10],
        ['wool hats', 10],
        ['boots', 10],
        ['gift card', 10],
      ],
      '',
      hats,
    ).map(({ query, weight }) => [query, weight]),
  );
  assert.ok(Math.abs(weights.hats! - 40) < 1e-9 && Math.abs(weights['wool hats']! - 40) < 1e-9);
  assert.equal(weights.boots, 0);
  assert.equal(weights['gift card'], undefined, 'a query without products is nobody’s to see');
});

test('the factors of all queries add up to their share of the whole', () => {
  const found = wanted([
    ['boots', 9],
    ['hats', 30],
  ]);
  const all = found.reduce((sum, { weight }) => sum + weight, 0);
  const factors = found.map((query) => popularityFactor(query, 0.3, all));
  assert.ok(Math.abs(factors.reduce((sum, { contribution }) => sum + contribution, 0) - 0.3) < 1e-12);
  assert.equal(factors[0]!.signal, 'searched_by:30_sessions');
});

test('a text continues a prefix where each typed word starts a word of it, in any order', () => {
  const goesOn = (text: string, query: string): boolean => continues(text, wordsOf(foldText(query)));
  assert.ok(goesOn('Black Leather Boots', 'lea bl'));
  assert.ok(!goesOn('Black Leather Boots', 'black felt'));
  assert.ok(!goesOn('Black Leather Boots', 'ather'), 'not within a word');
  assert.ok(goesOn('anything', '  '), 'nothing typed yet');
  assert.ok(goesOn('Crème brûlée', 'creme BRÛ'), 'case and accents are ignored');
});
