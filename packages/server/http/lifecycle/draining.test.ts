import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { RunningService } from '../../testing/running-service.ts';
import { Drain } from './draining.ts';

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

  it('half of a request does not hold it up: it is refused when its time is over', async (t) => {
    const drain = new Drain();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let refused = 0;
    drain.onHalfSent(() => {
      refused++;
      drain.leave();
    });
    drain.enter();
    const stopped = drain.start(25_000);
    // `start` sets its timers in the next turns of the microtask queue.
    for (let n = 0; n < 5; n++) await Promise.resolve();
    t.mock.timers.tick(4_900);
    assert.equal(refused, 0);
    t.mock.timers.tick(100);
    assert.equal(refused, 1);
    await stopped;
  });

  it('readiness fails first; from half of the time on answers close their connections; then comes the end', async (t) => {
    const seen: (readonly [ready: number, status: number, connection: string | null])[] = [];
    const running = await RunningService.start(
      { LAME_DUCK_SECONDS: '8' },
      {
        wait: async (time) => {
          assert.equal(time, 4_000);
          const { status: ready } = await fetch(`${running.service.operationsAddress}/ready`);
          const { status, headers } = await running.post('/event', running.event());
          seen.push([ready, status, headers.get('connection')]);
        },
      },
    );
    t.after(() => running.close());
    assert.equal((await fetch(`${running.service.operationsAddress}/ready`)).status, 200);
    await running.service.close();
    assert.deepEqual(seen, [
      [503, 200, 'keep-alive'],
      [503, 200, 'close'],
    ]);
  });

  it('waits for nobody where nobody watches readiness', async (t) => {
    const running = await RunningService.start({ LAME_DUCK_SECONDS: '3600' });
    t.after(() => running.close());
    await running.service.close();
  });

  it('a proxy that does not watch readiness is refused new connections, while those that it has are answered and closed', async (t) => {
    const running = await RunningService.start({ LAME_DUCK_SECONDS: '3600' });
    t.after(() => running.close());
    const { address } = running.service;
    const agent = new Agent({ keepAlive: true });
    const send = () =>
      new Promise<readonly [number | undefined, string | undefined]>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-api-key': running.key.value };
        const sent = request(`${address}/api/v1/event`, { method: 'POST', agent, headers }, (response) => {
          response.resume();
          response.on('end', () => resolve([response.statusCode, response.headers.connection]));
        });
        sent.on('error', reject);
        sent.end(JSON.stringify(running.event()));
      });
    assert.deepEqual(await send(), [200, 'keep-alive']);
    const stopped = running.service.close();
    const refused = async () => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      const [error] = await Promise.race([once(socket, 'error'), once(socket, 'connect')]);
      socket.destroy();
      return error?.code;
    };
    while ((await refused()) !== 'ECONNREFUSED') await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await send(), [200, 'close']);
    await stopped;
  });

  it('a balancer that watches readiness and keeps its connections alive sees no reset', async (t) => {
    const balancerLeft = Promise.withResolvers<void>();
    const running = await RunningService.start(
      { LAME_DUCK_SECONDS: '5' },
      { wait: () => balancerLeft.promise },
    );
    t.after(() => running.close());
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    t.after(() => agent.destroy());
    const body = JSON.stringify(running.event());
    const send = () =>
      new Promise<string>((resolve) => {
        const headers = {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-api-key': running.key.value,
        };
        const sent = request(running.url('/api/v1/event'), { agent, method: 'POST', headers }, (response) => {
          response.resume();
          response.on('end', () => resolve(String(response.statusCode)));
          response.on('error', (error) => resolve(error.message));
        });
        sent.on('error', (error) => resolve(error.message));
        sent.end(body);
      });
    let isInService = true;
    const outcomes: string[] = [];
    const clients = Array.from({ length: 16 }, async () => {
      while (isInService) outcomes.push(await send());
    });
    const watch = async () => {
      while (isInService) {
        const ready = await fetch(`${running.service.operationsAddress}/ready`);
        await ready.text();
        isInService = ready.status === 200;
      }
    };
    const watching = watch();
    while (outcomes.length < 500) await new Promise((resolve) => setImmediate(resolve));
    const stopped = running.service.close();
    await Promise.all([watching, ...clients]);
    balancerLeft.resolve();
    await stopped;
    assert.deepEqual([...new Set(outcomes)], ['200']);
  });
});
