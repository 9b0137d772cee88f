import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ErrorEnvelope } from '@decidable/contract';
import { HttpUnderTest } from '../testing/http-under-test.ts';
import { RunningService } from '../testing/running-service.ts';

describe('a request that is for no endpoint', () => {
  let http: HttpUnderTest;
  before(async () => {
    http = await HttpUnderTest.start(async (app) => {
      app.get('/page', (_request, reply) => reply.header('cache-control', 'no-cache').send('a page'));
    });
  });
  after(() => http.close());

  it('has the headers of every answer, but for those that its route sets', async () => {
    const { headers } = await fetch(http.url('/page'), { headers: { origin: 'https://shop.example' } });
    assert.match(headers.get('x-correlation-id')!, /^[0-9a-f-]{36}$/);
    assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.equal(headers.get('cache-control'), 'no-cache');
  });

  it('is told to come by HTTPS only where a proxy that is trusted says that it did', async () => {
    const header = async (at: HttpUnderTest, path: string, headers: Record<string, string>) =>
      (await fetch(at.url(path), { headers })).headers.get('strict-transport-security');
    const byHttps = { 'x-forwarded-proto': 'https' };
    const behind = await HttpUnderTest.start(
      async (app) => {
        app.get('/page', (_request, reply) => reply.send('a page'));
      },
      { TRUSTED_PROXIES: 'loopback' },
    );
    try {
      for (const path of ['/page', '/nowhere']) {
        assert.equal(await header(behind, path, byHttps), 'max-age=31536000', path);
        assert.equal(await header(behind, path, {}), null, path);
        assert.equal(await header(http, path, byHttps), null, path);
      }
    } finally {
      await behind.close();
    }
  });

  it('is logged with its route, and without one where there is none', async () => {
    const ids = new Map<string, string | null>();
    for (const [path, route] of [
      ['/page', '/page'],
      ['/page?secret=1', '/page'],
      ['/nowhere', null],
      ['/%ff', null],
    ] as const) {
      const { headers } = await fetch(http.url(path));
      ids.set(headers.get('x-correlation-id')!, route);
    }
    const lines = () => http.log.filter(({ correlationId }) => ids.has(String(correlationId)));
    while (lines().length < ids.size) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const { correlationId, route } of lines()) assert.equal(route, ids.get(String(correlationId)));
  });

  it('has its Host header checked, as a call of an endpoint has', async () => {
    for (const line of ['GET /page', 'POST /api/v1/event']) {
      const socket = connect(Number(new URL(http.url('/')).port), '127.0.0.1');
      socket.end(`${line} HTTP/1.1\r\nconnection: close\r\n\r\n`);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*The request has no Host header\./, line);
    }
  });

  it('is refused while the service stops, but for preflights, which a page could not read a refusal of', async () => {
    await http.drain.start(0);
    const response = await fetch(http.url('/page'));
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(((await response.json()) as ErrorEnvelope).error.code, 'SERVICE_UNAVAILABLE');
    const headers = { 'access-control-request-method': 'POST', origin: 'https://shop.example' };
    assert.equal((await fetch(http.url('/api/v1/event'), { method: 'OPTIONS', headers })).status, 204);
  });
});

describe('a request that reaches a limit', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start({ RATE_LIMIT_SESSION: '0.001:1' });
  });
  after(() => running.close());

  it('is counted and logged by the name of the limit', async () => {
    const [first, second] = [
      await running.post('/event', running.event()),
      await running.post('/event', running.event()),
    ];
    assert.deepEqual([first.status, second.status], [200, 429]);
    const correlationId = second.headers.get('x-correlation-id');
    const line = () => running.log.find((each) => each.correlationId === correlationId);
    while (line() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(line()?.limit, 'session');
    const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
    assert.match(metrics, /^decidable_rate_limited_total\{limit="session"\} 1$/m);
  });
});
