import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Discards, PATIENCE } from './discard.ts';

/** Requests that note whether they are being read. */
const flow = () => ({
  destroyed: false,
  isPaused: false,
  pause() {
    this.isPaused = true;
    return this as never;
  },
  resume() {
    this.isPaused = false;
    return this as never;
  },
});

test('a refused body is read on until 256 KiB were discarded, then when the interval is over', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const discards = new Discards();
  const request = flow();
  discards.discarded(request, 256 * 1024 - 1);
  assert.equal(request.isPaused, false);
  discards.discarded(request, 1);
  assert.equal(request.isPaused, true);
  t.mock.timers.tick(10);
  assert.equal(request.isPaused, false);
});

test('of many refused bodies some go on at each interval, in the order in which they rested', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const discards = new Discards();
  const requests = Array.from({ length: 40 }, flow);
  discards.discarded(requests[0], 256 * 1024);
  for (const request of requests.slice(1)) discards.discarded(request, 64 * 1024);
  const read = () => requests.filter(({ isPaused }) => !isPaused).length;
  assert.equal(read(), 0);
  t.mock.timers.tick(10);
  assert.deepEqual([read(), requests[3].isPaused, requests[4].isPaused], [4, false, true]);
  for (let interval = 1; interval < 10; interval++) t.mock.timers.tick(10);
  assert.equal(read(), 40);
});

test('a body that nobody reads is discarded at the same pace, and its connection goes on', async () => {
  const discards = new Discards();
  let most = 0;
  const server = createServer((incoming, response) => {
    discards.discard(incoming);
    let inTurn = 0;
    incoming.on('data', (chunk: Buffer) => {
      if (inTurn === 0) setTimeout(() => (inTurn = 0), 5);
      inTurn += chunk.length;
      most = Math.max(most, inTurn);
    });
    response.writeHead(429).end('refused');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const ports = new Set<number | undefined>();
  for (const bytes of [4_000_000, 10]) {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', agent });
    outgoing.end(Buffer.alloc(bytes));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    ports.add(outgoing.socket?.localPort);
    assert.equal(await text(answer), 'refused');
  }
  assert.equal(ports.size, 1);
  assert.ok(most <= 8 * 256 * 1024, `${most} bytes at once`);
  agent.destroy();
  server.close();
});

test('a refused body beyond the patience ends its connection', async () => {
  const endless = new PassThrough({ highWaterMark: 2 * PATIENCE });
  new Discards().discard(endless as unknown as IncomingMessage);
  endless.write(Buffer.alloc(PATIENCE));
  await new Promise(setImmediate);
  assert.equal(endless.destroyed, false);
  endless.resume();
  endless.write(Buffer.alloc(1));
  await once(endless, 'close');
});
