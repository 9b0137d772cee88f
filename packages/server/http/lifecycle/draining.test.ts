import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { RunningService } from '../../testing/running-service.ts';

/** A connection on which requests are written by hand. */
async function dial(running: RunningService) {
  const socket = connect(Number(new URL(running.service.address).port), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  const has = async (pattern: RegExp) => {
    while (!pattern.test(received)) await once(socket, 'data');
    return received;
  };
  return { socket, has, closed, received: () => received };
}

const head = (running: RunningService, length: number) =>
  [
    'POST /api/v1/event HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `x-api-key: ${running.key.value}`,
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n');

describe('stopping', () => {
  it('requests in flight finish, new ones get 503 and a closed connection, nothing acknowledged is lost', async (t) => {
    const running = await RunningService.start();
    t.after(() => running.close());
    const body = JSON.stringify(running.event({ eventId: 'in-flight' }));
    const early = await dial(running);
    const late = await dial(running);
    // The first request has arrived but for its last byte when the service is told to stop.
    early.socket.write(head(running, Buffer.byteLength(body)) + body.slice(0, -1));
    const warm = JSON.stringify(running.event({ eventId: 'warm' }));
    late.socket.write(head(running, Buffer.byteLength(warm)) + warm);
    await late.has(/"recorded":true/);

    const stopped = running.service.close();
    assert.equal((await fetch(`${running.service.operationsAddress}/ready`)).status, 503);
    late.socket.write(head(running, Buffer.byteLength(body)) + body);
    const refused = (await late.has(/SERVICE_UNAVAILABLE/)).split('HTTP/1.1 ').at(-1)!;
    assert.match(refused, /^503 /);
    assert.match(refused, /connection: close/i);
    assert.match(refused, /retry-after: 1/i);
    await late.closed;

    early.socket.write(body.slice(-1));
    assert.match(await early.has(/"recorded":true/), /^HTTP\/1.1 200 /);
    await stopped;

    const { openSqliteStorage } = await import('../../storage/index.ts');
    const storage = await openSqliteStorage({ folder: running.folder, role: 'command' });
    const events = await Array.fromAsync(storage.outcomes.events(running.key.organizationId, 0));
    await storage.close();
    assert.deepEqual(events.map(({ eventId }) => eventId).sort(), ['in-flight', 'warm']);
  });

  it('may be asked for more than once', async () => {
    const running = await RunningService.start();
    await Promise.all([running.service.close(), running.service.close()]);
    await running.close();
  });

  it('a request that does not finish does not hold it up for ever', async (t) => {
    const running = await RunningService.start({ DRAIN_SECONDS: '0' });
    t.after(() => running.close());
    const { socket, closed } = await dial(running);
    socket.on('error', () => {});
    socket.write(head(running, 100));
    await fetch(running.url('/'));
    await running.service.close();
    socket.destroy();
    await closed;
  });
});
