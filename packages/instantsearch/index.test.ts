import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Signal } from '@decidable/sdk';
import fc from 'fast-check';
import type instantsearch from 'instantsearch.js';
import { type SearchClient, withDecidable } from './src/index.ts';

const MAIN = { indexName: 'main' };

type Options = Parameters<typeof instantsearch>[0];

const texts = (signals: readonly Signal[]) => signals.map(({ type, value }) => `${type}:${value}`);

/** A stand-in for the SDK that answers with the given ids. */
function answering(ids: readonly string[] | 'fallback') {
  const tracked: string[] = [];
  const asked: unknown[][] = [];
  const rerank = async (...args: unknown[]) => {
    asked.push(args);
    return ids === 'fallback'
      ? { fallback: true, reason: 'timeout', results: [] }
      : { fallback: false, decisionId: 'd', results: ids.map((id, at) => ({ id, rank: at + 1 })) };
  };
  const track = async (signals: readonly Signal[]) => tracked.push(...texts(signals));
  return { sdk: { rerank, track } as unknown as Parameters<typeof withDecidable>[0], tracked, asked };
}

const engine = (hits: readonly string[], query = '') =>
  ({
    search: async (requests) => ({
      results: requests.map(() => ({
        query,
        nbHits: 99,
        hits: hits.map((objectID) => ({ objectID, size: 3 })),
      })),
      more: true,
    }),
  }) as SearchClient & { more?: true };

async function hitsOf(client: SearchClient, indexName = 'main'): Promise<{ objectID: string }[]> {
  const { results } = await client.search([{ indexName }]);
  return (results as { hits: { objectID: string }[] }[])[0]!.hits;
}

describe('a search client with Decidable', () => {
  it('never loses, doubles or adds a hit, whatever the service answers', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    await fc.assert(
      fc.asyncProperty(fc.array(id), fc.array(id), async (hits, answered) => {
        const { searchClient } = withDecidable(answering(answered).sdk, engine(hits), MAIN);
        const ids = (await hitsOf(searchClient)).map(({ objectID }) => objectID);
        assert.deepEqual([...ids].sort(), [...hits].sort());
        const ranked = answered.filter((each, at) => hits.includes(each) && answered.indexOf(each) === at);
        if (hits.length > 1) assert.deepEqual([...new Set(ids)].slice(0, ranked.length), ranked);
      }),
    );
  });

  it('sends the ids, the query, and the attributes that it is told to send', async () => {
    const { sdk, asked } = answering(['b', 'a']);
    await hitsOf(withDecidable(sdk, engine(['a', 'b'], 'lamp'), MAIN).searchClient);
    const options = { ...MAIN, attributes: ['size'], strength: 2 };
    await hitsOf(withDecidable(sdk, engine(['a', 'b']), options).searchClient);
    assert.deepEqual(asked, [
      [[{ id: 'a' }, { id: 'b' }], { query: 'lamp', explain: false }],
      [
        [
          { size: 3, id: 'a' },
          { size: 3, id: 'b' },
        ],
        { strength: 2, explain: false },
      ],
    ]);
  });

  it('ranks the index that it is told, and leaves the rest of an answer as it is', async () => {
    const { sdk } = answering(['b', 'a']);
    const { searchClient } = withDecidable(sdk, engine(['a', 'b']), MAIN);
    const answer = await searchClient.search([{ indexName: 'main' }, { indexName: 'by-price' }]);
    const orders = (answer.results as { nbHits: number; hits: { objectID: string }[] }[]).map(
      ({ hits, nbHits }) => [hits.map(({ objectID }) => objectID).join(), nbHits],
    );
    assert.deepEqual(orders, [
      ['b,a', 99],
      ['a,b', 99],
    ]);
    assert.equal((answer as { more?: true }).more, true);
    const told = withDecidable(sdk, engine(['a', 'b']), { indexName: 'other' }).searchClient;
    assert.equal((await hitsOf(told))[0]!.objectID, 'a');
    assert.equal((await hitsOf(told, 'other'))[0]!.objectID, 'b');
  });

  it('fits the types of InstantSearch', () => {
    const engineOfShop = engine([]) as unknown as NonNullable<Options['searchClient']>;
    const { searchClient, onEvent } = withDecidable(answering([]).sdk, engineOfShop, MAIN);
    const options: Options = { searchClient, insights: { insightsClient: null, onEvent } };
    assert.equal(options.searchClient, searchClient);
  });

  it('hands on errors of the engine, and all else that its client can do', async () => {
    class Client {
      readonly #id = 'x';
      readonly transporter = {};
      async search(): Promise<never> {
        throw new Error('the engine is away');
      }
      clearCache() {
        return this.#id;
      }
    }
    const { searchClient } = withDecidable(answering([]).sdk, new Client(), MAIN);
    await assert.rejects(searchClient.search(), /the engine is away/);
    assert.equal(searchClient.clearCache(), 'x');
    // As InstantSearch does with what a server has searched for.
    const own = searchClient.search;
    searchClient.search = () => own();
    await assert.rejects(searchClient.search(), /the engine is away/);
  });

  it('tracks a search once something that it found is chosen, once, and hands on every event', async () => {
    const { sdk, tracked } = answering('fallback');
    const { searchClient, onEvent } = withDecidable(sdk, engine(['a', 'b'], 'lamp'), MAIN);
    await hitsOf(searchClient);
    assert.deepEqual(tracked, []);
    const sent: unknown[] = [];
    const aa = (...args: unknown[]) => sent.push(args);
    for (const [insightsMethod, payload] of [
      ['viewedObjectIDs', { objectIDs: ['a'] }],
      ['viewedObjectIDs', { objectIDs: ['a', 'b'] }],
      ['viewedObjectIDs', { objectIDs: ['a', 'b'] }],
      ['clickedObjectIDsAfterSearch', { objectIDs: ['a'] }],
      ['convertedObjectIDsAfterSearch', { objectIDs: ['b'], eventSubtype: 'addToCart' }],
      ['purchasedObjectIDs', { objectIDs: ['b', 'z'] }],
      ['convertedObjectIDs', { objectIDs: ['b'] }],
      ['clickedFilters', { filters: ['brand:A%26B', 'fabric:100% cotton', 'odd'] }],
      ['constructor', {}],
    ] as const)
      onEvent({ insightsMethod, payload: payload as object }, aa);
    assert.deepEqual(tracked, [
      ...['search:lamp', 'product_view:a', 'cart_add:b', 'purchase:b', 'purchase:z'],
      ...['attribute_filter:brand=A&B', 'attribute_filter:fabric=100% cotton'],
    ]);
    assert.equal(sent.length, 8);
    assert.deepEqual(sent[1], ['viewedObjectIDs', { objectIDs: ['b'] }]);
    onEvent({});
    // The click on the hit by itself, after that on its button.
    const click = { insightsMethod: 'clickedObjectIDsAfterSearch', eventModifier: 'internal' };
    onEvent({ insightsMethod: 'addedToCartObjectIDs', payload: { objectIDs: ['c'] } });
    onEvent({ ...click, payload: { objectIDs: ['c', 'd'] } });
    assert.deepEqual(tracked.slice(7), ['cart_add:c', 'product_view:d']);
  });
});
