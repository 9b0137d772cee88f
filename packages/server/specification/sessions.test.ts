import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Loose, RunningService } from '../testing/running-service.ts';

const catalogue = [
  'id,category,brand,colour,price',
  ...Array.from({ length: 30 }, (_, i) => {
    const category = ['boots', 'hats', 'scarves'][i % 3];
    return `p${i},${category},${['Acme', 'Nord'][i % 2]},${['red', 'blue', 'green', 'black'][i % 4]},${20 + i * 5}`;
  }),
].join('\n');

describe('signals, sessions and rankings', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
    await running.service.storage.catalogues.put({
      organizationId: running.key.organizationId,
      version: 'v1',
      products: 30,
      importedAt: Date.now(),
      csv: new TextEncoder().encode(catalogue),
    });
  });
  after(() => running.close());

  const call = async (
    path: Parameters<RunningService['post']>[0],
    body: object,
    headers = {},
  ): Promise<Loose> => {
    const { organizationId } = running.key;
    const answer = await running.post(path, { organizationId, ...body }, { headers });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const isFound = async (sessionId: string) => (await call('/session', { sessionId })).found as unknown;
  const personas = (body: Loose) =>
    [...body.personas].map(({ id, score }) => ({ id: String(id), score: Number(score) }));

  describe('session existence', () => {
    it('"`/track` call (even with no `signals`) … exists": "an empty or absent list still opens the session"', async () => {
      assert.equal(await isFound('absent'), false);
      await call('/track', { sessionId: 'absent' });
      assert.equal(await isFound('absent'), true);
      await call('/track', { sessionId: 'empty', signals: [] });
      assert.equal(await isFound('empty'), true);
    });

    it('"does not exist | `/session` call | does not exist | response has `found: false`"', async () => {
      for (let i = 0; i < 2; i++) {
        const body = await call('/session', { sessionId: 'never-written' });
        assert.equal(body.found as unknown, false);
        assert.deepEqual([...body.personas], []);
      }
    });

    it('a batchId belongs to its session, and with other signals it is refused', async () => {
      const batchId = 'checkout-1';
      const of = (sessionId: string, value: string, more = {}) => ({
        sessionId,
        organizationId: running.key.organizationId,
        batchId,
        signals: [{ type: 'product_view', value, ...more }],
      });
      const count = async (sessionId: string) => Number((await call('/session', { sessionId })).signalCount);
      await call('/track', of('stranger', 'p1'));
      await call('/track', of('shopper', 'p2'));
      assert.equal(await count('shopper'), 1);
      // A late retry of the SDK states when the signals happened.
      await call('/track', of('shopper', 'p2', { at: Date.now() }));
      const answer = await running.post('/track', of('shopper', 'p3'));
      assert.equal(answer.status, 400);
      assert.match(String(answer.body.error.message), /^batchId: .*other signals.*id of their own/);
      assert.equal(await count('shopper'), 1);
    });

    it('"The reference example sends `sessionId` only": organizationId is not required on /session', async () => {
      const answer = await running.post('/session', { sessionId: 'never-written' });
      assert.equal(answer.status, 200);
    });

    it('"exists | `/session` call | response has `found: true` and the personas so far"', async () => {
      const tracked = await call('/track', {
        sessionId: 'so-far',
        signals: Array.from({ length: 4 }, () => ({ type: 'category_view', value: 'boots' })),
      });
      const read = await call('/session', { sessionId: 'so-far' });
      assert.equal(read.found as unknown, true);
      assert.ok(personas(tracked).length > 0);
      assert.deepEqual(
        personas(read).map(({ id }) => id),
        personas(tracked).map(({ id }) => id),
      );
    });

    it('reading, ranking and outcomes never open a session', async () => {
      const sessionId = 'only-read';
      await call('/session', { sessionId });
      await call('/catalog/ranked', { sessionId });
      await call('/search', { sessionId, products: [{ id: 'p1' }] });
      await call('/rerank', { sessionId, results: ['p1'] });
      await call('/suggest', { sessionId });
      await call('/event', { sessionId, name: 'checkout_started' });
      await call('/exposure', { sessionId, decisionId: 'd', items: ['p1'] });
      assert.equal(await isFound(sessionId), false);
    });

    it('/track/behavior and /track/keywords open one', async () => {
      await call('/track/behavior', { sessionId: 'behaved', behavior: 'opened-size-guide' });
      await call('/track/keywords', { sessionId: 'searched', query: 'red boots' });
      assert.equal(await isFound('behaved'), true);
      assert.equal(await isFound('searched'), true);
    });

    it('an empty query is at most 512 characters too: it opens the session, and nothing was searched for', async () => {
      for (const [i, query] of ['', '  '].entries()) {
        const sessionId = `typed-nothing-${i}`;
        const keywords = await call('/track/keywords', { sessionId, query });
        assert.deepEqual(keywords.keywords, []);
        assert.equal((await call('/session', { sessionId })).signalCount, 0);
        await call('/search', { sessionId, products: [{ id: 'p1' }], query });
        await call('/rerank', { sessionId, results: ['p1'], query });
      }
    });

    it('a session belongs to its organization', async () => {
      await call('/track', { sessionId: 'ours' });
      const other = await running.newKey();
      assert.equal(
        (await running.post('/session', { sessionId: 'ours' }, { key: other })).body.found as unknown,
        false,
      );
    });

    it('a session id is the same in every Unicode form', async () => {
      await call('/track', { sessionId: 'caf\u00e9' });
      assert.equal(await isFound('cafe\u0301'), true);
    });
  });

  describe('signals', () => {
    it('"Signals are additive"', async () => {
      const signal = { type: 'category_view', value: 'hats' };
      await call('/track', { sessionId: 'additive', signals: [signal] });
      const read = await call('/track', { sessionId: 'additive', signals: [signal, signal] });
      assert.equal(Number(read.signals.accepted), 2);
      assert.equal(Number((await call('/session', { sessionId: 'additive' })).signalCount), 3);
    });

    it('"The request itself also contributes device, referrer and time"', async () => {
      const headers = {
        'user-agent':
          'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
        origin: 'https://shop.example',
        referer: 'https://shop.example/?gclid=1',
      };
      const { context } = await call('/track', { sessionId: 'context' }, headers);
      assert.equal(String(context.device), 'mobile');
      assert.equal(String(context.referrer), 'paid');
      assert.match(String(context.timeOfDay), /^(night|morning|afternoon|evening)$/);
    });

    it('"For `price_filter`, two integers joined by a hyphen"', async () => {
      const price = (value: string) => ({
        sessionId: 'priced',
        organizationId: running.key.organizationId,
        signals: [{ type: 'price_filter', value }],
      });
      assert.equal((await running.post('/track', price('60-150'))).status, 200);
      const refused = await running.post('/track', price('cheap'));
      assert.equal(refused.status, 400);
      assert.match(String(refused.body.error.message), /signals\[0\]\.value/);
    });

    it('"Persona scores decay over time, so the order of signals matters"', async (t) => {
      const boots = { type: 'category_view', value: 'boots' };
      const hats = { type: 'category_view', value: 'hats' };
      const last = personas(
        await call('/track', { sessionId: 'hats-last', signals: [boots, boots, hats, hats] }),
      );
      const first = personas(
        await call('/track', { sessionId: 'hats-first', signals: [hats, hats, boots, boots] }),
      );
      const score = (list: typeof last, about: string) =>
        list.find(({ id }) => id.includes(about))?.score ?? 0;
      assert.ok(score(last, 'hats') > score(first, 'hats'));
      const then = Date.now();
      t.mock.method(Date, 'now', () => then + 3_600_000);
      const later = personas(await call('/session', { sessionId: 'hats-last' }));
      assert.ok(score(later, 'hats') < score(last, 'hats'));
    });
  });

  describe('rankings', () => {
    const boots = async (sessionId: string) => {
      const signals = Array.from({ length: 5 }, () => ({ type: 'category_view', value: 'boots' }));
      await call('/track', { sessionId, signals });
    };

    it('/catalog/ranked "Ranks the catalogue already held by the service" and "Returns `items`", at most `limit`', async () => {
      await boots('ranked');
      const { items } = await call('/catalog/ranked', { sessionId: 'ranked', limit: 5 });
      assert.equal([...items].length, 5);
      for (const { attributes } of items) assert.equal(String(attributes.category), 'boots');
    });

    it('"every ranked score carries a per-factor breakdown", which adds up to it, in every endpoint', async () => {
      await boots('explained');
      const sessionId = 'explained';
      const products = Array.from({ length: 9 }, (_, i) => ({ id: `p${i}` }));
      const lists = [
        (await call('/catalog/ranked', { sessionId })).items,
        (await call('/search', { sessionId, products })).results,
        (await call('/rerank', { sessionId, results: products })).results,
        (await call('/suggest', { sessionId })).suggestions,
      ];
      for (const list of lists) {
        assert.ok([...list].length > 0);
        for (const { score, scoreBreakdown } of list) {
          const sum = [...scoreBreakdown].reduce(
            (total, { contribution }) => total + Number(contribution),
            0,
          );
          assert.ok(Math.abs(sum - Number(score)) <= 1e-9, `${sum} ${score}`);
        }
      }
    });

    it('/search "Ranks a list of products supplied by the caller": the scoreBreakdown "lists the signals that matched and their weights"', async () => {
      await boots('search');
      const products = [
        { id: 'x1', category: 'hats' },
        { id: 'x2', category: 'boots' },
      ];
      const [best] = [...(await call('/search', { sessionId: 'search', products })).results];
      assert.equal(String(best!.id), 'x2');
      const matched = [...best!.scoreBreakdown].find(({ factor }) => String(factor) === 'category')!;
      assert.match(String(matched.signal), /boots/);
      assert.equal(typeof (matched.weight as unknown), 'number');
    });

    it('/rerank "Reorders a result set": nothing that was sent is dropped', async () => {
      await boots('rerank');
      const results = Array.from({ length: 30 }, (_, i) => `p${i}`);
      const body = await call('/rerank', { sessionId: 'rerank', results });
      assert.deepEqual([...body.results].map(({ id }) => String(id)).sort(), [...results].sort());
      for (const { id, previousRank } of body.results)
        assert.equal(results[Number(previousRank) - 1], String(id));
    });

    it('/suggest "Returns query suggestions scored against the current session"', async () => {
      await boots('suggest');
      const body = await call('/suggest', { sessionId: 'suggest', query: 'bo' });
      assert.ok([...body.suggestions].some(({ query }) => String(query).includes('boots')));
    });

    it('without signals, /search and /rerank return the caller’s order', async () => {
      const ids = ['p7', 'p1', 'p9', 'p3'];
      const searched = await call('/search', { sessionId: 'nobody', products: ids.map((id) => ({ id })) });
      assert.deepEqual(
        [...searched.results].map(({ id }) => String(id)),
        ids,
      );
      const reranked = await call('/rerank', { sessionId: 'nobody', results: ids });
      assert.deepEqual(
        [...reranked.results].map(({ id }) => String(id)),
        ids,
      );
    });
  });
});
