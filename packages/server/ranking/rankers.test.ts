import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile, foldAll, type Profile, readProfile } from '@decidable/engine/session';
import { untrainedModel } from '../learning/learned-model.ts';
import { NO_CATALOGUE } from '../shops/build/build-pool.ts';
import { openShop } from '../shops/shop.ts';
import { type Ranker, rankers, rerankRanker, searchRanker } from './rankers.ts';

const shop = openShop(null, NO_CATALOGUE, untrainedModel(), undefined);
const at = Date.UTC(2026, 2, 4, 12);

function finished<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

interface Listed {
  readonly id: string;
  readonly previousRank?: number;
  readonly why: string;
}

function listOf<Request>(ranker: Ranker<Request>, request: Request, profile?: Profile): readonly Listed[] {
  const candidates = finished(ranker.candidates(shop.index, profile, request));
  const { json } = finished(ranker.rank({ shop, profile, at }, request, candidates));
  return JSON.parse(json.toString()) as Listed[];
}

test('ids of a list are answered as they were sent, whatever their Unicode normalization', () => {
  const decomposed = 'Café'.normalize('NFD');
  const products = [
    { id: decomposed, colour: 'red' },
    { id: 'plain', colour: 'blue' },
  ];
  const searched = listOf(searchRanker, { products, query: 'red boots', limit: undefined });
  assert.equal(searched[0].id, decomposed);
  assert.notEqual(searched[0].id, decomposed.normalize());

  const results = [decomposed, { id: 'plain', score: 0.1 }];
  const reranked = listOf(rerankRanker, { results, query: undefined, limit: undefined, strength: undefined });
  assert.deepEqual(reranked.map(({ id }) => id).sort(), [decomposed, 'plain'].sort());
});

test('products of a list are ranked by the attributes that were sent with them', () => {
  const folded = foldAll(emptyProfile(at), [{ type: 'attribute_filter', value: 'colour=red', at }]);
  const profile = readProfile(folded);
  const products = Array.from({ length: 30 }, (_, i) => ({
    id: `p${i}`,
    colour: i % 10 === 7 ? 'red' : 'blue',
  }));
  const listed = listOf(searchRanker, { products, query: undefined, limit: 3 }, profile);
  assert.deepEqual(listed.map(({ id }) => id).sort(), ['p17', 'p27', 'p7']);
  assert.match(listed[0].why, /^It is red, /);
});

test('results of another engine keep their order for a session without signals, and tell their earlier ranks', () => {
  const results = ['c', 'a', 'b'];
  const listed = listOf(rerankRanker, { results, query: undefined, limit: undefined, strength: undefined });
  assert.deepEqual(
    listed.map(({ id, previousRank }) => [id, previousRank]),
    [
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ],
  );
});

test('each endpoint that stores decisions has one ranker', () => {
  assert.deepEqual(rankers.map(({ endpoint }) => endpoint).sort(), ['/catalog/ranked', '/rerank', '/search']);
});
