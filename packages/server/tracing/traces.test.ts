import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { OtlpCollector, type ReceivedSpan } from '../testing/otlp-collector.ts';
import { RunningService } from '../testing/running-service.ts';
import { SIXTY_PRODUCTS } from '../testing/service-under-test.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;

/** Waits until what is looked for is there. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await wait(5);
  }
}

/** A trace as names that are indented below that of their parent, in the order in which they began. */
function tree(spans: readonly ReceivedSpan[], parent: string, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .sort((a, b) => Number(a.start - b.start))
    .flatMap((span) => ['  '.repeat(depth) + span.name, ...tree(spans, span.spanId, depth + 1)]);
}

describe('the traces of a service', () => {
  let collector: OtlpCollector;
  let service: RunningService;
  before(async () => {
    collector = await OtlpCollector.start();
    service = await RunningService.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '1',
    });
    const csv = new TextEncoder().encode(SIXTY_PRODUCTS);
    const { organizationId } = service.key;
    await service.service.storage.catalogues.put({
      organizationId,
      version: 'first',
      products: 60,
      importedAt: Date.now(),
      csv,
    });
    // The catalogue is opened by the first request that needs it.
    await post('/catalog/ranked', { sessionId: 'nobody' });
  });
  after(async () => {
    await service.close();
    await collector.stop();
  });
  beforeEach(() => {
    collector.spans.length = 0;
  });

  const post = (path: Parameters<RunningService['post']>[0], body: object, headers = {}) =>
    service.post(path, { organizationId: service.key.organizationId, ...body }, { headers });

  /** The spans of a trace once its request has ended: that is the last of it. */
  const traceOf = (traceId: string) =>
    until(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId);
      return spans.some(({ kind }) => kind === 2) ? spans : undefined;
    });

  it('go from the caller over gateway and engine to the store', async () => {
    const answer = await post('/catalog/ranked', { sessionId: 'shopper' }, { traceparent });
    assert.equal(answer.status, 200);
    const spans = await traceOf(TRACE);
    assert.deepEqual(tree(spans, CALLER), [
      'POST /api/v1/catalog/ranked',
      '  store sessions.load',
      '  engine rank',
      '  store commit',
      '    store group',
    ]);
    const [request] = spans.filter(({ kind }) => kind === 2);
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.route': '/api/v1/catalog/ranked',
      'http.response.status_code': 200,
      'decidable.correlation_id': answer.headers.get('x-correlation-id'),
    });
    const { 'service.name': name, 'deployment.environment.name': environment } = request.resource;
    assert.deepEqual([name, environment], ['decidable', 'test']);
    for (const { start, end } of spans)
      assert.ok(start >= request.start && end <= request.end && end >= start);
    assert.equal(service.log.at(-1)?.traceId, TRACE);
  });

  it('go along to the thread that grades, and back', async () => {
    await post('/catalog/audit', { csv: SIXTY_PRODUCTS }, { traceparent });
    assert.deepEqual(tree(await traceOf(TRACE), CALLER), [
      'POST /api/v1/catalog/audit',
      '  engine grading',
      '    engine read',
      '    engine interpret',
      '    engine grade',
      '    engine write',
      '  store commit',
      '    store group',
    ]);
  });

  it('hold the reading of a large body', async () => {
    const products = Array.from({ length: 1_000 }, (_, n) => ({ id: `${n}`.padStart(40, 'p') }));
    await post('/search', { sessionId: 'shopper', products }, { traceparent });
    const names = tree(await traceOf(TRACE), CALLER);
    assert.equal(names[1], '  gateway read large body');
  });

  it('are those of routes that are no endpoints, too', async () => {
    const response = await fetch(service.url('/management/v1/me'), { headers: { traceparent } });
    const [request] = await traceOf(TRACE);
    assert.equal(request.name, 'GET /management/v1/me');
    assert.equal(request.attributes['http.response.status_code'], response.status);
    const nowhere = await fetch(service.url('/typed/by?somebody=secret'), { headers: { traceparent } });
    assert.equal(nowhere.status, 404);
    const unrouted = await until(() => collector.spans.find(({ name }) => name === 'GET'));
    assert.equal(unrouted.attributes['http.route'], undefined);
  });

  it('begin in the service where the caller sends none, or none that is valid', async () => {
    for (const wrong of [
      undefined,
      '',
      'hello',
      `00-${'0'.repeat(32)}-${CALLER}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `ff-${TRACE}-${CALLER}-01`,
      `00-${TRACE.toUpperCase()}-${CALLER}-01`,
      `00-${TRACE}-${CALLER}-01-more`,
      `00-${TRACE.slice(1)}-${CALLER}-01`,
      `${traceparent}, ${traceparent}`,
    ]) {
      collector.spans.length = 0;
      const { status } = await post(
        '/event',
        service.event(),
        wrong === undefined ? {} : { traceparent: wrong },
      );
      assert.equal(status, 200);
      const request = await until(() => collector.spans.find(({ kind }) => kind === 2));
      assert.equal(request.parentSpanId, '', wrong);
      assert.notEqual(request.traceId, TRACE, wrong);
      assert.equal(service.log.at(-1)?.traceId, request.traceId);
    }
    // A later version may say more after the part that is known.
    await post('/event', service.event(), { traceparent: `01-${TRACE}-${CALLER}-01-more` });
    assert.equal((await traceOf(TRACE)).length, 3);
  });

  it('do not go on where the caller has decided not to record them; the log still tells the trace', async () => {
    const unsampled = '11112222333344445555666677778888';
    await post('/event', service.event(), { traceparent: `00-${unsampled}-${CALLER}-00` });
    await post('/event', service.event(), { traceparent });
    await traceOf(TRACE);
    assert.deepEqual(
      collector.spans.filter(({ traceId }) => traceId === unsampled),
      [],
    );
    assert.ok(service.log.some(({ traceId }) => traceId === unsampled));
  });

  it('mark what is a fault of the service', async () => {
    const { storage } = service.service;
    const sound = storage.commit;
    Object.assign(storage, { commit: () => Promise.reject(new RangeError(`about ${service.key.value}`)) });
    const { status } = await post('/event', service.event(), { traceparent });
    Object.assign(storage, { commit: sound });
    assert.equal(status, 500);
    const request = (await traceOf(TRACE)).find(({ kind }) => kind === 2)!;
    assert.deepEqual([request.status, request.attributes['error.type']], [2, 'RangeError']);
    collector.spans.length = 0;
    const refused = await service.post('/event', service.event(), { key: null, headers: { traceparent } });
    assert.equal(refused.status, 401);
    const [unkeyed] = await traceOf(TRACE);
    assert.deepEqual([unkeyed.status, unkeyed.attributes['error.type']], [0, undefined]);
  });

  it('hold nothing that a caller sent but its trace: no key, body, query or session', async () => {
    const key = service.key.value;
    const sessionId = 'session-of-ada-lovelace';
    const tracestate = `vendor=kept,other=${key}`;
    const signals = [{ type: 'search', value: 'velvet-slippers' }];
    await post('/track', { sessionId, signals }, { traceparent, tracestate });
    await post('/catalog/ranked', { sessionId, query: 'velvet-slippers' }, { traceparent, tracestate });
    await post('/session', { sessionId }, { traceparent, tracestate: 'vendor=kept' });
    await fetch(service.url(`/demo/debug?key=${key}&session=${sessionId}`), {
      headers: { traceparent, referer: key },
    });
    const received = await until(() => {
      const requests = collector.spans.filter(({ kind }) => kind === 2);
      return requests.length === 4 ? requests : undefined;
    });
    assert.deepEqual(received.map(({ traceState }) => traceState).sort(), ['', '', '', 'vendor=kept']);
    const all = Buffer.concat(collector.bytes).toString('latin1');
    assert.ok(all.includes('/api/v1/track'));
    for (const secret of [key, key.slice(8), 'pk_live_', sessionId, 'velvet', service.key.organizationId])
      assert.ok(!all.includes(secret), secret);
  });
});

describe('a collector', () => {
  const start = (address: string, more: Record<string, string> = {}) =>
    RunningService.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      ...more,
    });

  it('gets what is left when the service stops', async () => {
    const collector = await OtlpCollector.start();
    const service = await start(collector.address);
    await service.post('/event', service.event());
    assert.deepEqual(collector.spans, []);
    await service.close();
    assert.deepEqual(tree(collector.spans, ''), ['POST /api/v1/event', '  store commit', '    store group']);
    await collector.stop();
  });

  it('that cannot be reached harms no request, and is told of once until it is back', async () => {
    const collector = await OtlpCollector.start();
    collector.answers((response) => response.writeHead(400).end());
    const service = await start(collector.address, { OTEL_BSP_SCHEDULE_DELAY: '1' });
    const told = () => service.log.filter(({ msg }) => /^traces /.test(String(msg))).map(({ msg }) => msg);
    const FAILS = 'traces cannot be exported: they are dropped until they can';
    for (let n = 1; n <= 3; n++) {
      const received = collector.bytes.length;
      assert.equal((await service.post('/event', service.event())).status, 200);
      await until(() => (collector.bytes.length > received ? true : undefined));
    }
    await until(() => (told().length > 0 ? true : undefined));
    assert.deepEqual(told(), [FAILS]);
    collector.answers();
    await service.post('/event', service.event());
    await until(() => (told().length > 1 ? true : undefined));
    assert.deepEqual(told(), [FAILS, 'traces are exported again']);
    await service.close();
    const { address } = collector;
    await collector.stop();
    const unreachable = await start(address);
    assert.equal((await unreachable.post('/event', unreachable.event())).status, 200);
    await unreachable.close();
  });

  it('that hangs holds no more spans than may wait; the log tells how many were dropped', async () => {
    const collector = await OtlpCollector.start();
    let release = () => {};
    collector.answers((response) => {
      release = () => response.writeHead(200).end();
    });
    const limits = {
      OTEL_BSP_SCHEDULE_DELAY: '1',
      OTEL_BSP_MAX_QUEUE_SIZE: '5',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '3',
    };
    const service = await start(collector.address, limits);
    await service.post('/event', service.event());
    await until(() => (collector.spans.length === 3 ? true : undefined));
    for (let n = 0; n < 10; n++) await service.post('/event', service.event());
    assert.equal(collector.spans.length, 3);
    collector.answers();
    release();
    await until(() => (collector.spans.length >= 3 + 5 ? true : undefined));
    await service.post('/event', service.event());
    const warning = await until(() => service.log.find(({ msg }) => msg === 'OpenTelemetry warns'));
    assert.match(String(warning.warning), /^Dropped 25 spans because/);
    await service.close();
    assert.equal(collector.spans.length, 3 + 5 + 3);
    await collector.stop();
  });
});
