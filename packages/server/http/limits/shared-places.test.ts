import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { withoutServer } from '../../storage/cluster/valkey/testing/redis-binaries.ts';
import { TcpProxy } from '../../storage/cluster/valkey/testing/tcp-proxy.ts';
import { until, ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { Valkey } from '../../storage/cluster/valkey/valkey.ts';
import { SharedPlaces } from './shared-places.ts';

describe('places that three nodes share', { skip: withoutServer }, () => {
  let server: ValkeyProcess;
  let proxy: TcpProxy;
  let nodes: Valkey[];
  let places: SharedPlaces[];
  before(async () => {
    server = await ValkeyProcess.start();
    proxy = await TcpProxy.to(Number(new URL(server.url).port));
    nodes = [server.url, server.url, proxy.url].map(
      (url) => new Valkey({ url, node: 'test', retention: 60_000 }),
    );
    await until('all nodes are connected', () => nodes.every((node) => node.trusted));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await proxy.close();
    await server.dispose();
  });
  beforeEach(() => {
    const name = randomUUID();
    places = nodes.map((node) => new SharedPlaces(name, 2, node.places));
  });

  const keys = () => server.ask((client) => client.keys('decidable:places:*'));

  it('are as many as one node alone has, and free again for all when they are given back', async () => {
    const [one, two, three] = places;
    const first = await one.enter('a');
    const second = await two.enter('a');
    assert.ok(first && second);
    assert.equal(await three.enter('a'), undefined);
    assert.equal(await one.enter('a'), undefined);
    assert.ok(await three.enter('b'));
    first();
    first();
    await until('it is free', async () => (await three.enter('a')) !== undefined);
    assert.equal(await two.enter('a'), undefined);
  });

  it('are two, however many ask at once', async () => {
    const entered = await Promise.all(Array.from({ length: 30 }, (_, n) => places[n % 3].enter('a')));
    assert.equal(entered.filter(Boolean).length, 2);
  });

  it('are told to a caller, those on other nodes too', async () => {
    const [one, two] = places;
    await one.enter('a');
    assert.equal(one.taken('a'), 1);
    await two.enter('a');
    assert.equal(two.taken('a'), 2);
    assert.equal(await two.enter('a'), undefined);
    assert.equal(two.taken('a'), 2);
    assert.equal(two.taken('b'), 0);
  });

  it('end with the node that does not keep them any more', async () => {
    const [{ places: shared }] = nodes;
    const limit = randomUUID();
    for (const place of ['x', 'y']) assert.ok((await shared.enter(limit, 'a', 2, place))?.isEntered);
    const [key] = (await keys()).filter((name) => name.includes(limit));
    // As if the node of x had kept it for the last time half a minute ago.
    await server.ask((client) => client.zadd(key!, Date.now() - 1, 'x'));
    assert.deepEqual(await shared.enter(limit, 'a', 2, 'z'), { isEntered: true, taken: 2 });
    const kept = await server.ask((client) => client.zrange(key!, 0, -1));
    assert.deepEqual([...kept].sort(), ['y', 'z']);
  });

  it('are taken again by those who hold them when Valkey has lost them', async () => {
    const [{ places: shared }, { places: other }] = nodes;
    const limit = randomUUID();
    assert.ok((await shared.enter(limit, 'a', 1, 'x'))?.isEntered);
    await server.ask((client) => client.flushall());
    assert.equal(await shared.keep(limit, 'a', ['x']), 1);
    assert.deepEqual(await other.enter(limit, 'a', 1, 'y'), { isEntered: false, taken: 1 });
  });

  it('are counted by a node alone while it does not reach the others', async () => {
    const [one, , three] = places;
    assert.ok((await one.enter('a')) && (await one.enter('a')));
    proxy.refuse();
    await until('the node is cut off', () => !nodes[2].trusted);
    assert.ok((await three.enter('a')) && (await three.enter('a')));
    assert.equal(await three.enter('a'), undefined);
    proxy.mend();
  });
});
