import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { ErrorEnvelope } from '@decidable/contract';
import { RunningService } from '../testing/running-service.ts';

describe('what is not even HTTP gets the envelope too', () => {
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

  it('and the service goes on', async () => {
    assert.equal((await running.post('/event', running.event())).status, 200);
  });
});
