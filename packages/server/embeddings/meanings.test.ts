import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceUnderTest } from '../testing/service-under-test.ts';

/** What words mean, one dimension each: a model that knows a sofa by its Dutch names, too. */
const CONCEPTS = [/sofa|zitmeubel|bankstel/i, /lamp|verlichting/i, /clock/i, /bed/i];
const vectorOf = (text: string): number[] => [
  ...CONCEPTS.map((concept) => (concept.test(text) ? 1 : 0)),
  0.1,
];

const CATALOGUE = [
  'sku,title,category,price',
  'p0,Corner sofa Oslo,Seating,500',
  'p1,Sofa bed Bergen,Seating,700',
  'p2,Reading lamp Arc,Lights,50',
  'p3,Wall clock Retro,Decoration,30',
  'p4,Wall clock Retro,Decoration,31',
].join('\n');

/** An endpoint of embeddings that notes what it is sent. */
class Endpoint {
  readonly texts: string[] = [];
  readonly #server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] };
    this.texts.push(...input);
    await this.answers;
    response.writeHead(this.status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }),
    );
  });
  status = 200;
  /** When the endpoint answers. */
  answers: Promise<unknown> = Promise.resolve();

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/embeddings`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

describe('a shop with an embedder', () => {
  const endpoint = new Endpoint();
  let service: ServiceUnderTest;
  before(async () => {
    service = await ServiceUnderTest.start({
      EMBEDDINGS_URL: await endpoint.open(),
      EMBEDDINGS_MODEL: 'concepts',
      EMBEDDINGS_KEY: 'never-logged',
      EMBEDDINGS_DEADLINE_MS: '2000',
    });
    await service.importCatalogue(CATALOGUE);
  });
  after(async () => {
    await service.stop();
    endpoint.close();
  });
  beforeEach(() => {
    endpoint.texts.length = 0;
  });

  const search = (query: string, more = {}) => service.ranked('visitor-of-test-1', { query, ...more });
  /** Searches until products are found by meaning. */
  async function found(query: string) {
    for (let look = 0; ; look++) {
      assert.ok(look < 1_000, 'nothing was found');
      const answer = await search(query);
      if (answer.near !== 0) return answer;
      await wait(5);
    }
  }

  async function foundThree(query: string): Promise<void> {
    for (let look = 0; (await search(query)).near !== 3; look++) {
      assert.ok(look < 1_000, 'three were not found');
      await wait(5);
    }
  }

  test('finds what has none of the words once its vectors are made, says so, and replays it', async () => {
    const first = await search('zitmeubel');
    assert.deepEqual([first.matched, first.near], [0, 0]);
    const { items, matched, near, decisionId } = await found('zitmeubel');
    assert.deepEqual([items[0].id, items[1].id, matched, near], ['p0', 'p1', 0, 2]);
    assert.match(
      items[0].why!,
      /^It has none of the words that were typed\. It is close in meaning to "zitmeubel" \(/,
    );
    const sum = items[0].scoreBreakdown!.reduce((total, { contribution }) => total + contribution, 0);
    assert.ok(Math.abs(sum - items[0].score) < 1e-9);
    // Of this shop, whose categories are too few to be taken for such, titles alone leave the house, each once.
    assert.deepEqual(endpoint.texts.toSorted(), [
      'Corner sofa Oslo',
      'Reading lamp Arc',
      'Sofa bed Bergen',
      'Wall clock Retro',
      'zitmeubel',
    ]);
    const replayed = await service.replay(decisionId);
    assert.ok(replayed.made && replayed.same);
  });

  test('asks for no vector where words meet the search, nor twice for a query', async () => {
    await found('bankstel');
    assert.deepEqual(endpoint.texts, ['bankstel']);
    const { items } = await search('bankstel', { limit: 1 });
    assert.equal(items[0].id, 'p0');
    assert.equal((await search('reading lamp')).matched, 1);
    assert.deepEqual(endpoint.texts, ['bankstel']);
    assert.equal((await search('verlichting', { unmatched: 'exclude' })).total, 1);
  });

  test('is answered by words alone where the vector of the query does not come in time, or not at all', async () => {
    let answer = (_: unknown): void => {};
    endpoint.answers = new Promise((resolve) => {
      answer = resolve;
    });
    const { matched, near } = await search('verlichtingen for reading');
    assert.deepEqual([matched, near], [0, 1]);
    answer(undefined);
    endpoint.answers = Promise.resolve();
    endpoint.status = 401;
    const refused = await search('zitmeubels');
    assert.deepEqual([refused.matched, refused.near], [0, 0]);
    endpoint.status = 200;
    assert.equal((await search('zitmeubels')).near, 2);
    const metrics = await (await fetch(`${service.operationsAddress}/metrics`)).text();
    assert.match(metrics, /decidable_embedding_call_duration_seconds_count\{outcome="failed"[^}]*\} [1-9]/);
    assert.match(metrics, /decidable_embedded_texts_total [1-9]/);
    assert.match(metrics, /decidable_breaker_state\{dependency="embeddings",state="closed"\} 1/);
  });

  test('embeds only texts that are new, also of another catalogue and after a restart', async () => {
    await service.importCatalogue(
      CATALOGUE.replace('Wall clock Retro,Decoration,31', 'Zitmeubel Malmo,Seating,31'),
    );
    await foundThree('groot bankstel');
    assert.deepEqual(
      endpoint.texts.filter((text) => /^[A-Z]/.test(text)),
      ['Zitmeubel Malmo'],
    );
    endpoint.texts.length = 0;
    await service.restart();
    await foundThree('groot bankstel');
    assert.deepEqual(endpoint.texts, ['groot bankstel']);
  });
});

test('without an embedder nothing is found by meaning', async () => {
  const service = await ServiceUnderTest.start();
  try {
    await service.importCatalogue(CATALOGUE);
    const { matched, near, items } = await service.ranked('visitor-of-test-1', { query: 'zitmeubel' });
    assert.deepEqual([matched, near], [0, 0]);
    assert.ok(
      items.every(({ scoreBreakdown }) => scoreBreakdown!.every(({ factor }) => factor !== 'meaning')),
    );
  } finally {
    await service.stop();
  }
});
