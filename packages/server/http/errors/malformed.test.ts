import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ErrorEnvelope } from '@decidable/contract';
import { RunningService } from '../../testing/running-service.ts';

describe('malformed HTTP gets the envelope too', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  /** Everything that comes back for these bytes until the connection is closed. */
  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(running.service.address).port), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
      socket.write(bytes);
    });

  for (const [what, bytes] of [
    ['noise', 'hello?\r\n\r\n'],
    ['an unknown method', 'BREW /api/v1/event HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['a header without a colon', 'POST /api/v1/event HTTP/1.1\r\nhost x\r\n\r\n'],
    [
      'headers beyond all measure',
      `POST /api/v1/event HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    ['no Host header', 'POST /api/v1/event HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'two lengths',
      'POST /api/v1/event HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
    ],
    [
      'a length and chunks',
      'POST /api/v1/event HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx',
    ],
    [
      'an expectation that nobody knows',
      'POST /api/v1/event HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'],
  ] as const) {
    it(what, async () => {
      const received = await send(bytes);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1.1 400 /);
      assert.match(head, /content-type: application\/json/i);
      assert.match(head, /access-control-allow-origin: \*/i);
      assert.match(head, /access-control-expose-headers: .*x-correlation-id/i);
      const told = JSON.parse(body) as ErrorEnvelope;
      assert.equal(told.success, false);
      assert.equal(told.error.code, 'BAD_REQUEST');
      assert.ok(head.includes(told.correlationId));
      assert.equal(typeof told.path, 'string');
    });
  }

  const post = (target: string, more = '') => {
    const body = JSON.stringify(running.event({ eventId: target }));
    return [
      `POST ${target} HTTP/1.1`,
      'host: x',
      `x-api-key: ${running.key.value}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}${more}`,
      '',
      body,
    ].join('\r\n');
  };

  it('an unknown expectation, after the answers to earlier requests of its connection', async () => {
    const received = await send(post('/api/v1/event') + post('/api/v1/event?again', '\r\nexpect: a miracle'));
    assert.deepEqual(received.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400']);
    assert.match(received, /"path":"\/api\/v1\/event"/);
  });

  it('but an absolute address counts as the path in it', async () => {
    const close = '\r\nconnection: close';
    for (const target of ['http://shop.example/api/v1/event', 'HTTPS://x:8787/api/v1/event?a=http://b']) {
      assert.match(await send(post(target, close)), /^HTTP\/1.1 200 /, target);
    }
    for (const [target, path] of [
      ['http://shop.example', '/'],
      ['http://shop.example?query', '/'],
      ['http://shop.example/api/v1/nothing', '/api/v1/nothing'],
      ['ftp://shop.example/api/v1/event', 'ftp://shop.example/api/v1/event'],
    ] as const) {
      const received = await send(post(target, close));
      assert.match(received, /^HTTP\/1.1 404 /, target);
      assert.ok(received.includes(`"path":"${path}"`), received);
    }
  });

  it('and the service continues', async () => {
    assert.equal((await running.post('/event', running.event())).status, 200);
  });
});
