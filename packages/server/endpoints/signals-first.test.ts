import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  basePath,
  type SessionResponse,
  signalTypes,
  type TrackResponse,
  type Warning,
} from '@decidable/contract';
import fc from 'fast-check';
import { envelopeFault, RunningService, type TestKey } from '../testing/running-service.ts';
import { ServiceUnderTest, SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

const OWN = [{ id: 'p3' }, { id: 'p1' }, { id: 'p2' }];
/** What each request for a list needs besides its session. */
const LISTS = {
  '/catalog/ranked': { limit: 5 },
  '/search': { products: OWN },
  '/rerank': { results: OWN },
} as const;
type ListPath = keyof typeof LISTS;
const PATHS = Object.keys(LISTS) as ListPath[];

/** What the tests look at of an answer, whatever the endpoint. */
interface ListAnswer {
  readonly items?: readonly { readonly id: string; readonly attributes: Record<string, unknown> }[];
  readonly results?: readonly { readonly id: string }[];
  readonly tracked?: Omit<TrackResponse, 'sessionId'>;
  readonly warnings?: readonly Warning[];
  readonly explanation: { readonly personalised: boolean };
}

describe('a request for a list that brings signals', () => {
  let running: RunningService;
  let service: ServiceUnderTest;
  before(async () => {
    running = await RunningService.start();
    service = new ServiceUnderTest(running);
    await service.importCatalogue(SIXTY_PRODUCTS);
  });
  after(() => service.stop());

  const list = (path: ListPath, more: Record<string, unknown>) =>
    service.ok<ListAnswer>(path, { ...LISTS[path], ...more });
  const countOf = async (sessionId: string) =>
    (await service.ok<SessionResponse>('/session', { sessionId })).signalCount;
  const usageOf = async ({ organizationId }: Pick<TestKey, 'organizationId'>) =>
    Object.assign(
      {},
      ...(await service.storage.usage.report(organizationId, '2000-01-01', '2100-01-01')).map(
        ({ endpoints }) => endpoints,
      ),
    ) as Record<string, number>;

  for (const path of PATHS) {
    const named = (what: string) => `${what}${path.replaceAll('/', '-')}`;

    it(`${path} ranks with them, and tells of them what /track tells`, async () => {
      const signals = [
        { type: 'category_view', value: 'hats' },
        { type: 'zoom', value: 'x' },
        { type: 'product_view', value: 'no-such-product' },
      ];
      const {
        sessionId: _,
        warnings,
        ...told
      } = await service.ok<TrackResponse>('/track', {
        sessionId: named('told-track'),
        signals,
      });
      const answer = await list(path, { sessionId: named('told-list'), signals });
      const withoutTimes = (value: unknown) =>
        JSON.parse(JSON.stringify(value, (key, inner) => (key === 'updatedAt' ? '' : inner)));
      assert.deepEqual(withoutTimes(answer.tracked), withoutTimes(told));
      assert.deepEqual(answer.warnings, warnings);
      assert.equal(answer.explanation.personalised, true);
      assert.equal(await countOf(named('told-list')), 3);
      const first = answer.items?.[0] ?? answer.results?.[0];
      // Hats are every third product: p1 of those that the test sends.
      assert.equal(Number(first?.id.slice(1)) % 3, 1);
    });

    it(`${path} applies a batch once, whichever endpoint has had it, and ranks with it each time`, async () => {
      const batch = {
        sessionId: named('batch'),
        batchId: 'b',
        signals: [{ type: 'category_view', value: 'hats' }],
      };
      const answers = await Promise.all([1, 2, 3].map(() => list(path, batch)));
      await service.ok('/track', batch);
      answers.push(await list(path, batch));
      assert.equal(await countOf(batch.sessionId), 1);
      for (const { explanation, tracked } of answers) {
        assert.equal(explanation.personalised, true);
        assert.deepEqual(tracked?.signals, { accepted: 1, unrecognised: [] });
      }
      const other = { ...batch, signals: [{ type: 'category_view', value: 'boots' }] };
      assert.match(await service.refused(path, { ...LISTS[path], ...other }), /^batchId/);
    });

    it(`${path} refuses a signal by its name as /track does, and applies none of them`, async () => {
      for (const bad of [
        [
          { type: 'category_view', value: 'hats' },
          { type: 'price_filter', value: 'cheap' },
        ],
        [{ type: 'category_view', value: 'hats', at: 0 }],
        [{ value: 'hats' }],
        [{ type: 'attribute_filter', value: 'brand=!Acme' }],
        Array.from({ length: 101 }, () => ({ type: 'search', value: 'x' })),
        'boots',
      ]) {
        const body = { sessionId: named('bad'), signals: bad };
        const said = await service.refused(path, { ...LISTS[path], ...body });
        assert.match(said, /^signals/);
        assert.equal(said.replace(path, '/track'), await service.refused('/track', body));
      }
      const { found } = await service.ok<SessionResponse>('/session', { sessionId: named('bad') });
      assert.equal(found, false);
    });

    it(`${path} counts once, as itself`, async () => {
      const key = await running.newKey();
      const { organizationId } = key;
      for (let n = 0; n < 3; n++) {
        const signals = [{ type: 'search', value: `x ${n}` }];
        const body = { organizationId, sessionId: 's', signals, batchId: `b${n % 2}`, ...LISTS[path] };
        assert.equal((await running.post(path, body, { key })).status, n < 2 ? 200 : 400);
      }
      const opens = { organizationId, sessionId: 'opened', signals: [], ...LISTS[path] };
      for (let n = 0; n < 2; n++) assert.equal((await running.post(path, opens, { key })).status, 200);
      assert.deepEqual(await usageOf(key), { [path]: 4 });
    });

    it(`${path} refuses them with a key that may not call /track, and ranks without them`, async () => {
      const key = await running.newKey(undefined, { endpoints: [path] });
      const body = { organizationId: key.organizationId, sessionId: 's', ...LISTS[path] };
      const refused = await running.post(path, { ...body, signals: [] }, { key });
      assert.equal(envelopeFault(refused, 403, 'FORBIDDEN', basePath + path), undefined);
      assert.match(String(refused.body.error.message), /^signals: .*\/track/);
      assert.equal((await running.post(path, body, { key })).status, 200);
      const both = await running.newKey(undefined, { endpoints: [path, '/track'] });
      const signals = [{ type: 'category_view', value: 'hats' }];
      const own = { ...body, organizationId: both.organizationId, signals };
      assert.equal((await running.post(path, own, { key: both })).status, 200);
    });

    it(`${path} keeps them where the list is refused, and applies them once when it is sent again`, async () => {
      const key = await running.newKey();
      const { organizationId } = key;
      const batch = {
        organizationId,
        sessionId: 'again',
        batchId: 'b',
        signals: [{ type: 'category_view', value: 'hats' }],
        ...LISTS[path],
      };
      const { commit } = service.storage;
      let refusals = 1;
      service.storage.commit = (request) => {
        if (request.writes.some(({ kind }) => kind === 'decision') && refusals-- > 0)
          return Promise.reject(new Error('The disk is gone.'));
        return commit.call(service.storage, request);
      };
      try {
        assert.equal((await running.post(path, batch, { key })).status, 500);
        const kept = await running.post('/session', { organizationId, sessionId: 'again' }, { key });
        assert.equal(Number(kept.body.signalCount), 1);
        assert.deepEqual(await usageOf(key), { '/session': 1 });
        assert.equal((await running.post(path, batch, { key })).status, 200);
      } finally {
        service.storage.commit = commit;
      }
      const { body } = await running.post('/session', { organizationId, sessionId: 'again' }, { key });
      assert.equal(Number(body.signalCount), 1);
      assert.deepEqual(await usageOf(key), { '/session': 2, [path]: 1 });
    });

    it(`${path} lets no organization write to the session of another`, async () => {
      const key = await running.newKey();
      const signals = [{ type: 'category_view', value: 'hats' }];
      const foreign = { organizationId: service.organizationId, sessionId: named('foreign'), signals };
      const answer = await running.post(path, { ...LISTS[path], ...foreign }, { key });
      assert.equal(answer.status, 403);
      const { found } = await service.ok<SessionResponse>('/session', { sessionId: named('foreign') });
      assert.equal(found, false);
    });
  }

  it('makes of a name without signals nothing, and opens a session for an empty list of them', async () => {
    await list('/catalog/ranked', { sessionId: 'nameless', batchId: 'b' });
    assert.equal((await service.ok<SessionResponse>('/session', { sessionId: 'nameless' })).found, false);
    const { tracked } = await list('/catalog/ranked', { sessionId: 'opened', signals: [] });
    assert.deepEqual(tracked?.signals, { accepted: 0, unrecognised: [] });
    assert.equal((await service.ok<SessionResponse>('/session', { sessionId: 'opened' })).found, true);
  });

  it('loses none of what many requests bring at once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        list(PATHS[n % 3]!, {
          sessionId: 'crowd',
          batchId: `b${n % 40}`,
          signals: [{ type: 'product_view', value: `p${n % 40}` }],
        }),
      ),
    );
    assert.equal(await countOf('crowd'), 40);
  });

  const product = fc.nat(63).map((n) => `p${n}`);
  const signal = fc.oneof(
    ...Object.entries(signalTypes).map(([type, { examples }]) =>
      fc.constantFrom(...examples).map((value) => ({ type, value: String(value) })),
    ),
    fc
      .constantFrom(
        'product_view',
        'compare',
        'wishlist_add',
        'cart_add',
        'cart_remove',
        'purchase',
        'dismiss',
      )
      .chain((type) => product.map((value) => ({ type, value }))),
    fc.constantFrom('boots', 'hats', 'scarves', 'none').map((value) => ({ type: 'category_view', value })),
    fc
      .constantFrom('red boots', 'hats not red', 'wool under 80', 'Acme scarf')
      .map((value) => ({ type: 'search', value })),
    fc.constantFrom('colour=red', 'brand!=Acme', 'material=wool').map((value) => ({
      type: 'attribute_filter',
      value,
    })),
  );
  const step = fc.record({
    path: fc.constantFrom(...PATHS),
    signals: fc.array(signal, { maxLength: 6 }),
    query: fc.option(fc.constantFrom('red', 'boots', 'wool hat', ''), { nil: undefined }),
    batchId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
  });

  it('is answered as /track and a list after it are, to the byte, whatever the session does', async () => {
    // Scores fade with time: both are asked at the same one.
    const { now } = service.storage;
    const at = now();
    service.storage.now = () => at;
    let session = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const [apart, together] = [`apart-${session}`, `together-${session++}`];
          for (const { path, signals, query, batchId } of steps) {
            const named = { signals, ...(batchId !== undefined && { batchId }) };
            const asked = { ...LISTS[path], ...(query !== undefined && { query }) };
            const post = (to: ListPath | '/track', body: object) =>
              running.post(to, { organizationId: service.organizationId, ...body });
            const tracked = await post('/track', { sessionId: apart, ...named });
            const one = await post(path, { sessionId: apart, ...asked });
            const both = await post(path, { sessionId: together, ...asked, ...named });
            // Other signals under the name of a batch are refused.
            assert.equal(both.status, tracked.status, both.text);
            if (both.status !== 200) continue;
            const list = ({ text }: { readonly text: string }) =>
              text.slice(text.search(/"(items|results)":/));
            assert.equal(list(both), list(one));
            assert.equal(both.text.includes('"explanation"'), true);
            const { sessionId: _, warnings = [], ...told } = tracked.body as unknown as TrackResponse;
            const answer = both.body as unknown as ListAnswer;
            assert.deepEqual(answer.tracked, told);
            assert.deepEqual(answer.explanation, (one.body as unknown as ListAnswer).explanation);
            const own = (one.body as unknown as ListAnswer).warnings ?? [];
            assert.deepEqual(answer.warnings ?? [], [...warnings, ...own]);
          }
        }),
        { numRuns: 60 },
      );
    } finally {
      service.storage.now = now;
    }
  });
});
