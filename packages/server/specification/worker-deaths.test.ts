import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { endpoints } from '@decidable/contract';
import { TooLarge, WorkInterrupted } from '../errors.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { dyingWorkers } from '../testing/dying-workers/index.ts';
import { type Answer, envelopeFault, RunningService, type TestKey } from '../testing/running-service.ts';
import { BodyReaders } from '../workers/index.ts';

const END = 'end this thread';
const EXHAUST = 'exhaust this thread';

describe('a worker thread that ends under a request costs that request a 503, and nothing else', () => {
  let running: RunningService;
  const threads: Worker[] = [];
  before(async () => {
    const started = (message: unknown) => threads.push((message as { worker: Worker }).worker);
    subscribe('worker_threads', started);
    running = await RunningService.start({}, { workers: dyingWorkers });
    unsubscribe('worker_threads', started);
  });
  after(() => running.close());

  const unavailable = (answer: Answer, path: string) => {
    assert.equal(envelopeFault(answer, 503, 'SERVICE_UNAVAILABLE', `/api/v1${path}`), undefined);
    assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
  };
  const goesOn = async () => assert.equal((await running.post('/event', running.event())).status, 200);

  it('one that grades', async () => {
    unavailable(await running.post('/catalog/audit', { csv: `id,a\n1,${END}` }), '/catalog/audit');
    await goesOn();
    assert.equal((await running.post('/catalog/audit', { csv: 'id,a\n1,2' })).status, 200);
  });

  it('one that reads bodies', async () => {
    const body = (query: string) => ({
      sessionId: 's-1',
      organizationId: running.key.organizationId,
      query,
      products: Array.from({ length: 1_000 }, (_, n) => ({
        id: `sku-${n}`,
        title: 'Leather boots'.repeat(4),
      })),
    });
    unavailable(await running.post('/search', body(END)), '/search');
    await goesOn();
    assert.equal((await running.post('/search', body('boots'))).status, 200);
  });

  it('one that reads catalogues; another shop opens, and the same one with the next catalogue', async () => {
    const put = (key: TestKey, csv: string) =>
      running.service.storage.catalogues.put({
        organizationId: key.organizationId,
        version: createHash('sha256').update(csv).digest('hex').slice(0, 16),
        products: 2,
        importedAt: Date.now(),
        csv: Buffer.from(csv),
      });
    const [key, other] = [await running.newKey(), await running.newKey()];
    await put(key, `id,title\n1,${END}\n2,boots`);
    await put(other, 'id,title\n1,hats\n2,boots');
    const ranked = (of: TestKey) =>
      running.post('/catalog/ranked', { sessionId: 's-1', organizationId: of.organizationId }, { key: of });
    unavailable(await ranked(key), '/catalog/ranked');
    await goesOn();
    assert.equal((await ranked(other)).status, 200);
    await put(key, 'id,title\n1,scarves\n2,boots');
    assert.equal((await ranked(key)).status, 200);
  });

  it('the one that writes', async () => {
    // The store starts its thread before the others.
    const [writer] = threads;
    let ended: Promise<number> | undefined;
    writer.postMessage = () => {
      ended = writer.terminate();
    };
    unavailable(await running.post('/event', running.event()), '/event');
    await ended;
    await goesOn();
  });
});

describe('a worker thread that uses up its heap', () => {
  const own = 'org_own' as OrganizationId;

  it('while it reads a body: that one is too large and not to be sent again, the next one is read', async () => {
    const died: unknown[] = [];
    const readers = new BodyReaders({
      shed: () => {},
      memory: 32,
      worker: dyingWorkers.reading,
      onThreadError: (error) => died.push(error),
    });
    try {
      const body = (query: string) =>
        Buffer.from(JSON.stringify({ sessionId: 's', organizationId: own, query, products: [] }));
      await assert.rejects(readers.read(endpoints['/search'], body(EXHAUST), own), TooLarge);
      assert.equal(died.length, 1);
      const read = await readers.read(endpoints['/search'], body('boots'), own);
      assert.equal((read.body as { query: string }).query, 'boots');
    } finally {
      await readers.close();
    }
  });

  it('while it reads a catalogue: that one fails, the next one is read', async () => {
    const builder = new BuildPool({ memory: 64, worker: dyingWorkers.building });
    try {
      const build = (csv: string) => {
        const stored = {
          organizationId: own,
          version: 'v',
          products: 1,
          importedAt: 1,
          csv: Buffer.from(csv),
        };
        return builder.build({ bytes: csv.length, fetch: async () => stored });
      };
      await assert.rejects(build(`id,title\n1,${EXHAUST}`), WorkInterrupted);
      assert.notEqual(await build('id,title\n1,boots'), undefined);
    } finally {
      await builder.close();
    }
  });
});
