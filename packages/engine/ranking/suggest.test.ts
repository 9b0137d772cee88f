import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel } from './model.ts';
import { suggest } from './suggest.ts';
import { NOON, session, shopOf, sumOf } from './testing.ts';

const request = { index: shopOf(120), model: emptyModel(), now: NOON + 1000, limit: 8 };
const texts = (suggestions: readonly { readonly query: string }[]): string[] =>
  suggestions.map(({ query }) => query);

test('suggestions follow the session, and their breakdowns add up', () => {
  const boots = suggest({ ...request, profile: session('category_view:boots') });
  assert.equal(boots[0]!.query, 'boots');
  for (const { score, scoreBreakdown } of boots) {
    assert.ok(score > 0 && Math.abs(sumOf(scoreBreakdown) - score) < 1e-9);
  }
  assert.equal(suggest({ ...request, profile: session('category_view:hats') })[0]!.query, 'hats');
});

test('suggestions go on from what is typed', () => {
  const found = texts(suggest({ ...request, profile: session('brand_view:bero'), query: 'be' }));
  assert.ok(found.length > 1);
  assert.ok(found.every((query) => /\bbe/i.test(query)));
  assert.ok(found.some((query) => /^bero \w+$/.test(query)));
  assert.deepEqual(suggest({ ...request, profile: undefined, query: 'zzz' }), []);
});

test('queries of fewer than five sessions are never shown', () => {
  const queries = [
    { query: 'rain boots', sessions: 5 },
    { query: 'my own secret', sessions: 4 },
  ];
  const found = suggest({ ...request, profile: undefined, limit: 500, queries });
  assert.ok(texts(found).includes('rain boots'));
  assert.ok(!texts(found).includes('my own secret'));
  assert.ok(Math.abs(found.reduce((sum, { score }) => sum + score, 0) - 1) < 1e-9);
});
