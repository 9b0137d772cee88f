import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basePath, type EndpointPath, endpoints } from '@decidable/contract';
import { RunningService } from '../testing/running-service.ts';

const page = 'https://shop.example';

describe('"They can be called from a browser": a page on another origin', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start({ RATE_LIMIT_UNKEYED: '1:3', RATE_LIMIT_SESSION: '0.01:1' });
  });
  after(() => running.close());

  const readable = (headers: Headers) => {
    assert.equal(headers.get('access-control-allow-origin'), page);
    assert.match(headers.get('vary')!, /\bOrigin\b/);
    const exposed = headers.get('access-control-expose-headers')!;
    for (const name of ['x-correlation-id', 'retry-after', 'ratelimit', 'ratelimit-policy']) {
      assert.ok(exposed.split(', ').includes(name), name);
    }
    assert.equal(headers.get('access-control-allow-credentials'), null);
  };

  const preflight = (path: string, origin = page) =>
    fetch(running.url(path), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,traceparent,tracestate,x-api-key',
      },
    });

  it('gets its preflights answered on every endpoint, from every origin, without a key', async () => {
    for (const path of Object.keys(endpoints) as EndpointPath[]) {
      const response = await preflight(basePath + path);
      assert.equal(response.status, 204);
      readable(response.headers);
      assert.match(response.headers.get('access-control-allow-methods')!, /\bPOST\b/);
      const allowed = response.headers.get('access-control-allow-headers')!.split(', ');
      assert.deepEqual(allowed, [
        'content-type',
        'content-encoding',
        'x-api-key',
        'traceparent',
        'tracestate',
      ]);
      assert.equal(response.headers.get('access-control-max-age'), '7200');
    }
    const elsewhere = await preflight('/api/v1/event', 'null');
    assert.equal(elsewhere.headers.get('access-control-allow-origin'), 'null');
  });

  it('may ask where there is no route, so that it can read that there is none', async () => {
    assert.equal((await preflight('/track')).status, 204);
  });

  it('can read an answer', async () => {
    const { status, headers } = await running.post('/event', running.event({ sessionId: 'read' }), {
      headers: { origin: page },
    });
    assert.equal(status, 200);
    readable(headers);
  });

  it('can read every error', async () => {
    const headers = { origin: page };
    const event = (more: object = {}) => running.event({ sessionId: `s-${Math.random()}`, ...more });
    const scoped = await running.newKey(running.key.organizationId, { origins: ['https://other.example'] });
    const limited = event();
    await running.post('/event', limited);
    const answers = [
      [400, await running.post('/event', {}, { headers })],
      [400, await running.post('/event', undefined, { raw: '{', headers })],
      [403, await running.post('/event', event(), { key: scoped, headers })],
      [403, await running.post('/event', event({ organizationId: 'org_other' }), { headers })],
      [404, await running.postTo('/api/v1/nothing', {}, { headers })],
      [404, await running.postTo('/event', {}, { headers })],
      [413, await running.post('/event', 'x'.repeat(300_000), { headers })],
      [415, await running.post('/event', {}, { headers: { ...headers, 'content-type': 'text/plain' } })],
      [429, await running.post('/event', limited, { headers })],
      [401, await running.post('/event', {}, { key: 'wrong', headers })],
      [401, await running.post('/event', {}, { key: 'wrong', headers })],
      [401, await running.post('/event', {}, { key: 'wrong', headers })],
      [429, await running.post('/event', {}, { key: 'wrong', headers })],
    ] as const;
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status, answer.text);
      readable(answer.headers);
      assert.ok(answer.headers.get('x-correlation-id'));
    }
  });
});
