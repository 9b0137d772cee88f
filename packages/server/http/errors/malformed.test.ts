import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorEnvelope } from '@decidable/contract';
import { RunningService } from '../../testing/running-service.ts';

describe('malformed HTTP gets the envelope too', () => {
  let running: RunningService;
  before(async () => {
    running = await RunningService.start();
  });
  after(() => running.close());

  /** Everything that comes back for these bytes until the connection is closed. */
  const send = (bytes: string, ends = false) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(running.service.address).port), '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
      socket.write(bytes);
      if (ends) socket.end();
    });

  const EVENT = '/api/v1/event';
  const lineOf = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    assert.match(head, /content-type: application\/json/i);
    assert.match(head, /access-control-allow-origin: \*/i);
    assert.match(head, /access-control-expose-headers: .*x-correlation-id/i);
    const told = JSON.parse(body) as ErrorEnvelope;
    assert.equal(told.success, false);
    assert.equal(told.error.code, 'BAD_REQUEST');
    assert.ok(head.includes(told.correlationId));
    return { status: Number(head.split(' ')[1]), path: told.path, correlationId: told.correlationId };
  };
  /** The line of the log with a correlation id; it is written when the connection is closed. */
  const logged = async (correlationId: string) => {
    for (;;) {
      const line = running.log.find((each) => each.correlationId === correlationId);
      if (line !== undefined) return line;
      await nextTurn();
    }
  };
  /** Requests to no known endpoint that were answered with a status, by the metrics. */
  const counted = async (status: number, endpoint: string) => {
    const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
    const series = `decidable_requests_total{endpoint="${endpoint}",status="${status}"} `;
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.slice(series.length) ?? 0,
    );
  };

  for (const [what, bytes, path, status = 400, endpoint = 'other'] of [
    ['noise', 'hello?\r\n\r\n', '/'],
    ['an unknown method', `BREW ${EVENT} HTTP/1.1\r\nhost: x\r\n\r\n`, EVENT],
    ['a header without a colon', `POST ${EVENT}?key=secret HTTP/1.1\r\nhost x\r\n\r\n`, EVENT],
    [
      'headers beyond all measure',
      `POST http://x${EVENT} HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
      EVENT,
      431,
    ],
    ['no Host header', `POST ${EVENT} HTTP/1.1\r\nconnection: close\r\n\r\n`, EVENT, 400, '/event'],
    [
      'two Host headers',
      `POST ${EVENT} HTTP/1.1\r\nhost: x\r\nhost: y\r\ncontent-length: 0\r\n\r\n`,
      EVENT,
      400,
      '/event',
    ],
    [
      'two lengths',
      `POST ${EVENT} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx`,
      EVENT,
    ],
    [
      'a length and chunks',
      `POST ${EVENT} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx`,
      EVENT,
    ],
    [
      'an expectation that nobody knows',
      `POST ${EVENT} HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\n\r\n`,
      EVENT,
      400,
      '/event',
    ],
    ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nhost: x\r\n\r\n', 'shop.example:443'],
  ] as const) {
    it(what, async () => {
      const before = await counted(status, endpoint);
      const answer = lineOf(await send(bytes));
      assert.deepEqual([answer.status, answer.path], [status, path]);
      const line = await logged(answer.correlationId);
      assert.equal(line.status, status);
      assert.doesNotMatch(JSON.stringify(line), /secret/);
      assert.equal(await counted(status, endpoint), before + 1);
    });
  }

  for (const [what, body] of [
    ['a chunk without a length', 'transfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['half a body', 'content-length: 20\r\n\r\n{'],
  ] as const) {
    it(`${what}, as the request that it belongs to`, async () => {
      const head = `POST ${EVENT} HTTP/1.1\r\nhost: x\r\nx-api-key: ${running.key.value}\r\ncontent-type: application/json\r\n`;
      const answer = lineOf(await send(head + body, true));
      assert.deepEqual([answer.status, answer.path], [400, EVENT]);
      const line = await logged(answer.correlationId);
      assert.deepEqual([line.route, line.status, line.key], [EVENT, 400, running.key.prefix]);
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

  it('noise, after the answers to earlier requests of its connection', async () => {
    const received = await send(`${post('/api/v1/event?before')}NOISE\r\n\r\n`);
    assert.deepEqual(received.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400']);
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
