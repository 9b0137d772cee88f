import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrganizationId, SessionId } from '../../ports.ts';
import { Names } from './names.ts';
import { LARGEST_PROFILE } from './session-profiles.ts';
import { NodeUnderTest, organizationId, RETENTION, sessionId } from './testing/nodes-under-test.ts';
import { withoutServer } from './testing/redis-binaries.ts';
import { ValkeyCluster } from './testing/valkey-cluster.ts';
import { until, ValkeyProcess } from './testing/valkey-process.ts';
import { Valkey } from './valkey.ts';

interface Servers {
  readonly url: string;
  dispose(): Promise<void>;
}

const profile = (sequence: number, text = `folded to ${sequence}`) => ({ sequence, profile: text });

/** What holds on a single server and on a Cluster. */
function sharedTests(started: () => Servers): void {
  let one: Valkey;
  let other: Valkey;
  before(async () => {
    const open = () => new Valkey({ url: started().url, node: 'test', retention: RETENTION });
    [one, other] = [open(), open()];
    await until('both nodes are connected', () => one.trusted && other.trusted);
  });
  after(() => Promise.all([one.close(), other.close()]));

  it('keeps the profile that was folded furthest, whoever writes it, in whatever order', async () => {
    const [organization, session] = [organizationId(), sessionId()];
    assert.equal(await one.profiles.get(organization, session), undefined);
    assert.equal(await one.profiles.put(organization, session, profile(4)), true);
    assert.equal(await other.profiles.put(organization, session, profile(4, 'another')), false);
    assert.equal(await other.profiles.put(organization, session, profile(3)), false);
    assert.equal(await other.profiles.put(organization, session, profile(10, 'é\n"\u0000')), true);
    assert.deepEqual(await one.profiles.get(organization, session), profile(10, 'é\n"\u0000'));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? one : other).profiles.put(organization, session, profile(40 - n)),
      ),
    );
    assert.deepEqual(await other.profiles.get(organization, session), profile(40));
    assert.equal(await one.profiles.get(organizationId(), session), undefined);
  });

  it('never mixes up organizations, whatever is in their ids', async () => {
    const ids = ['a', 'a:b', 'a}', '{a', 'a%3a', 'a*', '*'];
    for (const a of ids)
      for (const b of ids)
        assert.equal(
          await one.profiles.put(
            `${organizationId()}${a}` as OrganizationId,
            b as SessionId,
            profile(1, a + b),
          ),
          true,
        );
    const pair = (a: string, b: string) => [a as OrganizationId, b as SessionId] as const;
    await one.profiles.put(...pair('x', 'y:z'), profile(1, 'x, y:z'));
    await one.profiles.put(...pair('x:y', 'z'), profile(1, 'x:y, z'));
    assert.deepEqual(await one.profiles.get(...pair('x', 'y:z')), profile(1, 'x, y:z'));
    assert.deepEqual(await one.profiles.get(...pair('x:y', 'z')), profile(1, 'x:y, z'));
    await one.profiles.put(...pair('*', 'z'), profile(1, 'star'));
    assert.equal(await other.profiles.eraseOrganization('*' as OrganizationId), 1);
    assert.equal(await other.profiles.eraseOrganization('x' as OrganizationId), 1);
    assert.deepEqual(await one.profiles.get(...pair('x:y', 'z')), profile(1, 'x:y, z'));
    assert.equal(await other.profiles.eraseOrganization('x:y' as OrganizationId), 1);
    assert.equal(await one.profiles.get(...pair('x:y', 'z')), undefined);
  });

  it('erases a profile, and refuses the one that another node still has', async () => {
    const [organization, session] = [organizationId(), sessionId()];
    await one.profiles.put(organization, session, profile(4));
    await one.profiles.erase(organization, session);
    assert.equal(await other.profiles.get(organization, session), undefined);
    assert.equal(await other.profiles.put(organization, session, profile(5)), false);
    assert.equal(await other.profiles.get(organization, session), undefined);
  });

  it('adds up the requests that nodes report, and forgets them with their window', async () => {
    const caller = sessionId();
    assert.deepEqual(await one.counts.add('session', caller, '', 3, 60_000), { total: 3, left: 60_000 });
    const second = await other.counts.add('session', caller, '', 4, 10);
    assert.equal(second?.total, 7);
    assert.ok(second.left > 50_000 && second.left <= 60_000);
    assert.equal((await one.counts.add('session', caller, 'home', 1, 60_000))?.total, 1);
    assert.equal((await one.counts.add('client', caller, '', 1, 1))?.total, 1);
    await until(
      'the window is over',
      async () => (await other.counts.add('client', caller, '', 1, 1))?.total === 1,
    );
  });
}

describe('nodes that share a server', { skip: withoutServer }, () => {
  let server: ValkeyProcess;
  before(async () => {
    server = await ValkeyProcess.start();
  });
  after(() => server.dispose());
  sharedTests(() => server);

  it('stores profiles up to a size, for as long as sessions are kept', async () => {
    const tooLarge: number[] = [];
    const [organization, session] = [organizationId(), sessionId()];
    await using node = new NodeUnderTest(
      server.url,
      organization,
      { version: 1 },
      {
        profileTooLarge: (bytes) => tooLarge.push(bytes),
      },
    );
    const { profiles } = node.valkey;
    await node.warm();
    assert.equal(await profiles.put(organization, session, profile(1, 'a'.repeat(LARGEST_PROFILE))), true);
    assert.equal(
      await profiles.put(organization, session, profile(2, 'a'.repeat(LARGEST_PROFILE + 1))),
      false,
    );
    assert.deepEqual(tooLarge, [LARGEST_PROFILE + 1]);
    assert.equal(await profiles.put(organization, sessionId(), profile(0)), false);
    const left = await server.ask((client) =>
      client.pttl(new Names(organization).profile(organization, session)),
    );
    assert.ok(left > RETENTION - 60_000 && left <= RETENTION, `${left}`);
  });

  it('goes on without scripts that the server has lost, and without profiles', async () => {
    const [organization, session] = [organizationId(), sessionId()];
    await using node = new NodeUnderTest(server.url, organization, { version: 1 });
    await node.warm();
    await node.valkey.profiles.put(organization, session, profile(5));
    await server.ask((client) => client.flushall());
    await server.ask((client) => client.script('FLUSH'));
    assert.equal(await node.valkey.profiles.get(organization, session), undefined);
    assert.equal(await node.valkey.profiles.put(organization, session, profile(3)), true);
    assert.deepEqual(await node.valkey.profiles.get(organization, session), profile(3));
  });

  it('answers that there is no profile while the server is away, at once after some failures, and mends itself', async () => {
    await using own = await ValkeyProcess.start();
    const [organization, session] = [organizationId(), sessionId()];
    const states: string[] = [];
    await using node = new NodeUnderTest(
      own.url,
      organization,
      { version: 1 },
      {
        breaker: (state) => states.push(state),
        connection: (state) => states.push(state),
      },
    );
    const { profiles } = node.valkey;
    await node.warm();
    await own.kill();
    for (let n = 0; n < 8; n++) {
      assert.equal(await profiles.get(organization, session), undefined);
      assert.equal(await profiles.put(organization, session, profile(1)), false);
    }
    await assert.rejects(profiles.erase(organization, session));
    await until('the breaker is open, the connection down', () =>
      ['open', 'down'].every((state) => states.includes(state)),
    );
    await own.start();
    await until('profiles are stored again', () => profiles.put(organization, session, profile(1)));
    assert.equal(states.at(-1), 'closed');
  });

  it('starts without a server, and holds a lease when there is one', async () => {
    await using own = await ValkeyProcess.start();
    await own.kill();
    await using node = new NodeUnderTest(own.url, organizationId(), { version: 1 });
    assert.equal(await node.valkey.profiles.get(organizationId(), sessionId()), undefined);
    assert.equal(node.known().from, 'store');
    await own.start();
    await node.warm();
    assert.equal(node.known().from, 'memory');
  });
});

describe('nodes that share a Cluster', { skip: withoutServer }, () => {
  let cluster: ValkeyCluster;
  before(async () => {
    cluster = await ValkeyCluster.start();
  });
  after(() => cluster.dispose());
  sharedTests(() => cluster);

  it('go on when the master of the channel is lost: no acknowledged change is unknown to a node that trusts its memory', async () => {
    const organization = organizationId();
    const store = { version: 1 };
    await using stack = new AsyncDisposableStack();
    const nodes = [1, 2, 3].map(() => stack.use(new NodeUnderTest(cluster.url, organization, store)));
    await Promise.all(nodes.map((node) => node.warm()));
    const change = async (by: NodeUnderTest) => {
      const version = ++store.version;
      const acknowledged = await by.valkey.changes.announce({
        organizationId: organization,
        subject: 'keys',
        version,
      });
      if (acknowledged) for (const node of nodes) assert.ok(node.known().version >= version);
      return acknowledged;
    };
    assert.equal(await change(nodes[0]), true);
    const master = await cluster.masterOf(new Names(organization).log);
    await Promise.all(nodes.map((node) => node.warm()));
    await master.kill();
    await until('a replica has taken over', () => change(nodes[1]));
    await Promise.all(nodes.map((node) => node.warm()));
    for (const node of nodes) {
      assert.deepEqual(node.known(), { version: store.version, from: 'memory' });
      assert.equal(await change(node), true);
      await Promise.all(nodes.map((each) => each.warm()));
    }
    const session = sessionId();
    const heard: number[] = [];
    nodes[0].valkey.changes.follow(organization, session, ({ signals }) => heard.push(signals[0].sequence));
    await until('the others know who follows', () => nodes[2].valkey.changes.hasFollowers);
    await until('signals arrive', () => {
      nodes[2].valkey.changes.appended({
        organizationId: organization,
        sessionId: session,
        signals: [{ sequence: 1, type: 'product_view', at: 1 }],
      });
      return heard.length > 0;
    });
  });
});
