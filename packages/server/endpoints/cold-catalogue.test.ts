import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  CatalogRankedResponse,
  RerankResponse,
  SearchResponse,
  SessionResponse,
  TrackKeywordsResponse,
  TrackResponse,
} from '@decidable/contract';
import { ShopOpening } from '../errors.ts';
import type { ServedEndpoint, Surroundings } from '../http/endpoint.ts';
import { replayDecision } from '../ranking/replay-decision.ts';
import { openServices, type Services } from '../services.ts';
import type { ApiKey, OrganizationId, Storage } from '../storage/ports.ts';
import { ServiceUnderTest } from '../testing/service-under-test.ts';
import { serveEndpoint as serveCatalogRanked } from './catalog-ranked.ts';
import type { EndpointNeeds } from './dependencies.ts';
import { serveEndpoint as serveRerank } from './rerank.ts';
import { serveEndpoint as serveSearch } from './search.ts';
import { serveEndpoint as serveSession } from './session.ts';
import { serveEndpoint as serveSuggest } from './suggest.ts';
import { serveEndpoint as serveTrack } from './track.ts';
import { serveEndpoint as serveTrackKeywords } from './track-keywords.ts';

const SHOES = [
  'sku,title,category,brand,colour,audience,price',
  ...Array.from({ length: 48 }, (_, i) => {
    const brand = ['Nike', 'Puma', 'Asics', 'Fila'][i % 4];
    const colour = ['White', 'Black', 'Red'][i % 3];
    const audience = ['Men', 'Women'][Math.floor(i / 4) % 2];
    const category = ['Shoes', 'Shirts'][Math.floor(i / 8) % 2];
    return `p${i},Item ${i},${category},${brand},${colour},${audience},${20 + i}`;
  }),
].join('\n');

const SEARCH = { type: 'search', value: 'white nike shoes for men' };

/** A service that has just started: its catalogue is read, and what was built of it opened, only when `open` is called. */
class Started {
  readonly services: Services;
  readonly #storage: Storage;
  readonly #organizationId: string;
  readonly #gate = Promise.withResolvers<void>();

  constructor(service: ServiceUnderTest) {
    const { catalogues, built } = service.storage;
    this.#organizationId = service.organizationId;
    this.#storage = {
      ...service.storage,
      catalogues: {
        ...catalogues,
        find: async (organizationId, version) => {
          await this.#gate.promise;
          return catalogues.find(organizationId, version);
        },
      },
      built: {
        put: (key, bytes) => built.put(key, bytes),
        get: async (key) => {
          await this.#gate.promise;
          return built.get(key);
        },
      },
    };
    this.services = openServices({ storage: this.#storage, patience: 20 });
  }

  /** What endpoints need; none of those called here grades. */
  get needs(): EndpointNeeds {
    return { services: this.services } as EndpointNeeds;
  }

  async open(): Promise<void> {
    this.#gate.resolve();
    await this.services.shops.get(this.#organizationId as OrganizationId);
  }

  /** Answers of an endpoint, behind no limits. */
  async call<Answer>(endpoint: ServedEndpoint, body: object): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const surroundings = { storage: this.#storage, sessionRate: { take: () => undefined } };
    const key = { id: 'key', organizationId: this.#organizationId } as ApiKey;
    const exchange = {
      key,
      request: { headers: {} },
      address: '192.0.2.1',
      send: (_: number, json: string | Buffer) => resolve(JSON.parse(String(json)) as Answer),
      refuse: reject,
    };
    const bytes = Buffer.from(JSON.stringify({ organizationId: this.#organizationId, ...body }));
    const opened = endpoint.open(surroundings as unknown as Surroundings);
    await opened.answer(exchange as unknown as Parameters<typeof opened.answer>[0], bytes);
    return promise;
  }

  track(sessionId: string, ...signals: readonly object[]): Promise<TrackResponse> {
    return this.call(serveTrack(this.needs), { sessionId, signals });
  }

  ranked(sessionId: string): Promise<CatalogRankedResponse> {
    return this.call(serveCatalogRanked(this.needs), { sessionId, limit: 48 });
  }
}

describe('a search that arrives before the catalogue is in memory', () => {
  let service: ServiceUnderTest;
  let warm: Started;
  const started: Started[] = [];
  const start = (): Started => {
    const next = new Started(service);
    started.push(next);
    return next;
  };
  before(async () => {
    service = await ServiceUnderTest.start();
    await service.importCatalogue(SHOES);
    warm = start();
    await warm.open();
    await warm.ranked('nobody');
  });
  after(async () => {
    for (const { services } of started) await services.close();
    await service.stop();
  });

  const facts = ({ personas }: TrackResponse) => personas.map(({ id, score }) => [id, score.toFixed(3)]);
  // Evidence decays with the second that the cold service waited.
  const list = ({ items }: CatalogRankedResponse) => items.map(({ id, score }) => [id, score.toFixed(3)]);

  it('is read with it when the session is ranked, also by other services on the same store', async () => {
    await warm.track('warm', SEARCH);
    const expected = list(await warm.ranked('warm'));
    assert.notDeepEqual(expected, list(await warm.ranked('nobody')));

    const cold = start();
    const first = await cold.track('cold', SEARCH);
    assert.deepEqual(
      first.personas.filter(({ id }) => id === 'brand:nike'),
      [],
    );
    await cold.open();
    const answer = await cold.ranked('cold');
    assert.deepEqual(list(answer), expected);

    const other = start();
    await other.open();
    assert.deepEqual(list(await other.ranked('cold')), expected);
    const decision = await service.storage.outcomes.decision(service.organizationId, answer.decisionId);
    const { storage } = service;
    const replayed = await replayDecision(storage, other.services.shops, service.organizationId, decision!);
    assert.ok(replayed.made && replayed.same, 'the ranking is made again, byte for byte');
  });

  it('counts for personas as if it had been read with it, from the next signal on', async () => {
    const view = { type: 'product_view', value: 'p3' };
    await warm.track('warm persona', SEARCH);
    const expected = facts(await warm.track('warm persona', view));
    assert.ok(expected.some(([id]) => id === 'brand:nike'));

    const cold = start();
    await cold.track('cold persona', SEARCH);
    await cold.open();
    assert.deepEqual(facts(await cold.track('cold persona', view)), expected);
  });

  it('counts for what /session tells, without a signal in between', async () => {
    await warm.track('warm session', SEARCH);
    const cold = start();
    const { matched } = await cold.call<TrackKeywordsResponse>(serveTrackKeywords(cold.needs), {
      sessionId: 'cold session',
      query: SEARCH.value,
    });
    assert.deepEqual(matched, []);
    await cold.open();
    const read = async (from: Started, sessionId: string) => {
      const told = await from.call<SessionResponse>(serveSession(from.needs), { sessionId });
      return [told.signalCount, told.interests?.map(({ interest }) => interest).sort()];
    };
    assert.deepEqual(await read(cold, 'cold session'), await read(warm, 'warm session'));
  });

  it('keeps no ranking waiting: what needs the catalogue is refused for now, and a list is answered as it was sent', async () => {
    const cold = start();
    await cold.track('impatient', { type: 'category_view', value: 'Shirts' });
    const refused = { name: 'ShopOpening', retryAfterSeconds: 1 };
    await assert.rejects(cold.ranked('impatient'), refused);
    await assert.rejects(
      cold.call(serveSuggest(cold.needs), { sessionId: 'impatient', query: 'n' }),
      refused,
    );

    const ids = ['p1', 'p9', 'p2'];
    const rerank = (from: Started) =>
      from.call<RerankResponse>(serveRerank(from.needs), { sessionId: 'impatient', results: ids });
    const reranked = await rerank(cold);
    assert.deepEqual(
      reranked.results.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(reranked.explanation, { personalised: false, reason: 'opening' });
    const { storage, organizationId } = service;
    const decision = await storage.outcomes.decision(organizationId, reranked.decisionId);
    const replayed = await replayDecision(storage, warm.services.shops, organizationId, decision!);
    assert.ok(replayed.made && replayed.same, 'the ranking is made again, byte for byte');

    // What is sent with the products is enough to rank by.
    const products = [
      { id: 'x', category: 'Shoes' },
      { id: 'y', category: 'Shirts' },
    ];
    const found = await cold.call<SearchResponse>(serveSearch(cold.needs), {
      sessionId: 'impatient',
      products,
    });
    assert.deepEqual(
      found.results.map(({ id }) => id),
      ['y', 'x'],
    );
    assert.deepEqual(found.explanation, { personalised: true });

    await cold.open();
    assert.equal((await cold.ranked('impatient')).items.length, 48);
    assert.equal((await rerank(cold)).results[0].id, 'p9');
  });

  it('opens the shop for the next request although the one that asked for it was refused', async () => {
    const cold = start();
    await assert.rejects(cold.ranked('first'), ShopOpening);
    assert.equal(cold.services.shops.state.opening, 1);
    await cold.open();
    assert.equal(cold.services.shops.state.opened, 1);
  });
});
