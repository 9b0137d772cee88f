import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { OrganizationId } from '../../ports.ts';
import { NodeUnderTest, organizationId, type StoreOfOne } from './testing/nodes-under-test.ts';
import { withoutServer } from './testing/redis-binaries.ts';
import { TcpProxy } from './testing/tcp-proxy.ts';
import { until, ValkeyProcess } from './testing/valkey-process.ts';

describe('a change that one node announces', { skip: withoutServer }, () => {
  let server: ValkeyProcess;
  let network: TcpProxy;
  let organization: OrganizationId;
  let store: StoreOfOne;
  /** Reaches the server; the other one does through a network that can be cut. */
  let near: NodeUnderTest;
  let far: NodeUnderTest;

  before(async () => {
    server = await ValkeyProcess.start();
  });
  after(() => server.dispose());
  beforeEach(async () => {
    network = await TcpProxy.to(server.port);
    organization = organizationId();
    store = { version: 1 };
    near = new NodeUnderTest(server.url, organization, store);
    far = new NodeUnderTest(network.url, organization, store);
    await Promise.all([near.warm(), far.warm()]);
  });
  afterEach(async () => {
    await Promise.all([near.valkey.close(), far.valkey.close()]);
    await network.close();
  });

  /** Commits and announces a change. */
  const change = (by: NodeUnderTest) => {
    store.version++;
    return by.valkey.changes.announce({
      organizationId: organization,
      subject: 'keys',
      version: store.version,
    });
  };

  it('is known to all others when it is acknowledged, and told once, in order', async () => {
    assert.deepEqual(far.known(), { version: 1, from: 'memory' });
    for (let version = 2; version <= 6; version++) {
      assert.equal(await change(version % 2 === 0 ? near : far), true);
      assert.equal(near.known().version, version);
      assert.equal(far.known().version, version);
      await Promise.all([near.warm(), far.warm()]);
      assert.deepEqual(far.known(), { version, from: 'memory' });
    }
    assert.deepEqual(
      [near, far].map(({ heard }) => heard.filter((each) => each !== 'missed')),
      [
        [2, 3, 4, 5, 6],
        [2, 3, 4, 5, 6],
      ],
    );
  });

  it('is acknowledged only when a node that is cut off checks the store itself', async () => {
    network.silence();
    assert.deepEqual(far.known(), { version: 1, from: 'memory' });
    assert.equal(await change(near), true);
    assert.deepEqual(far.known(), { version: 2, from: 'store' });
    assert.deepEqual(near.announced, [false]);
    await until('it is no longer waited for', async () => {
      await change(near);
      return near.announced.at(-1) === true;
    });
    network.mend();
    await far.warm();
    assert.deepEqual(far.known(), { version: store.version, from: 'memory' });
    assert.deepEqual(far.heard.slice(-2), [store.version - 1, store.version]);
  });

  it('reaches a node that lost its connections without a word of what it had heard before', async () => {
    await server.ask(async (client) => {
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal');
      await client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    });
    assert.equal(await change(near), true);
    assert.equal(far.known().version, 2);
    await far.warm();
    assert.deepEqual(far.heard.slice(-1), [2]);
  });

  it('is not acknowledged where the announcer is cut off, and told when it is back', async () => {
    await far.valkey.close();
    far = new NodeUnderTest(network.url, organization, store);
    await far.warm();
    network.refuse();
    assert.equal(await change(far), false);
    assert.equal(far.known().version, 2);
    network.mend();
    await until('the other node hears of it', () => near.heard.includes(2));
    assert.equal(near.known().version, 2);
  });

  it('is never hidden by a server that stood still: no node trusts its memory meanwhile', async () => {
    server.signal('SIGSTOP');
    try {
      assert.equal(await change(near), false);
      assert.deepEqual(far.known(), { version: 2, from: 'store' });
    } finally {
      server.signal('SIGCONT');
    }
    await Promise.all([near.warm(), far.warm()]);
    await until('the other node hears of it', () => far.heard.includes(2));
    assert.equal(far.known().version, 2);
  });

  it('is acknowledged no sooner where the server has lost all it knew', async () => {
    await server.ask((client) => client.flushall());
    assert.equal(await change(near), true);
    assert.equal(far.known().version, 2);
    await until('the node hears that it may have missed something', () =>
      far.heard.slice(1).includes('missed'),
    );
    await far.warm();
    assert.deepEqual(far.known(), { version: 2, from: 'memory' });
  });

  it('and the signals of a session reach those who follow it on any node, until they leave', async () => {
    const session = 'visit' as never;
    const appended = (sequence: number) => ({
      organizationId: organization,
      sessionId: session,
      signals: [{ sequence, type: 'product_view', value: 'é', at: 5 }],
    });
    const heard: unknown[] = [];
    const ends = [near, far].map(({ valkey }) =>
      valkey.changes.follow(organization, session, (each) => heard.push(each)),
    );
    assert.equal(far.valkey.changes.hasFollowers, true);
    await ends[1]();
    await until('the other node knows who follows', () => far.valkey.changes.hasFollowers);
    far.valkey.changes.appended(appended(1));
    far.valkey.changes.appended({ ...appended(7), sessionId: 'another' as never });
    far.valkey.changes.appended(appended(2));
    await until('they have arrived', () => heard.length === 2);
    assert.deepEqual(heard, [appended(1), appended(2)]);
    ends[0]();
    await until('nobody follows', () => !far.valkey.changes.hasFollowers);
  });
});
