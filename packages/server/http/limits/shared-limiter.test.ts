import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { withoutServer } from '../../storage/cluster/valkey/testing/redis-binaries.ts';
import { until, ValkeyProcess } from '../../storage/cluster/valkey/testing/valkey-process.ts';
import { Valkey } from '../../storage/cluster/valkey/valkey.ts';
import { SharedLimiter } from './shared-limiter.ts';

const NODES = 3;
/** Windows of an hour: none ends during a test. */
const LIMIT = { rate: 60 / 3600, burst: 60 };
/** What each node may leave unreported: a quarter of its share of 20. */
const UNREPORTED = 5;

describe('a rate limit that three nodes share', { skip: withoutServer }, () => {
  let server: ValkeyProcess;
  let nodes: Valkey[];
  before(async () => {
    server = await ValkeyProcess.start();
    nodes = Array.from(
      { length: NODES },
      () => new Valkey({ url: server.url, node: 'test', retention: 60_000 }),
    );
    await until('all nodes know each other', () =>
      nodes.every((node) => node.trusted && node.nodes === NODES),
    );
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await server.dispose();
  });

  /** The limiter of each node, of a limit of its own. */
  const limiters = (limit = LIMIT) => {
    const name = randomUUID();
    return nodes.map((node) => new SharedLimiter(name, limit, node.counts, () => node.nodes));
  };
  const settled = (all: readonly SharedLimiter[]) => Promise.all(all.map((each) => each.settled()));
  const passes = (limiter: SharedLimiter, caller = 'a') => limiter.take(caller) === undefined;

  it('lets a burst pass, and at most what nodes may leave unreported beyond it, when requests come one by one', async () => {
    const all = limiters();
    let passed = 0;
    for (let n = 0; n < 3 * LIMIT.burst; n++) {
      if (passes(all[n % NODES])) passed++;
      await settled(all);
    }
    assert.ok(passed >= LIMIT.burst && passed < LIMIT.burst + NODES * UNREPORTED, `${passed} passed`);
    for (const each of all) assert.ok((each.check('a')?.retryAfter ?? 0) > 3_000_000);
    assert.equal(passes(all[0], 'b'), true);
  });

  it('adds up what all nodes charge', async () => {
    const all = limiters();
    for (const each of all) each.charge('a', 'home', 20);
    await settled(all);
    // Each hears of the others when it reports.
    for (const each of all) each.charge('a', 'home', UNREPORTED);
    await settled(all);
    assert.ok(all.some((each) => each.check('a', 'home') !== undefined));
    for (const each of all) assert.ok(each.use('a', 'home')!.used > 20 + UNREPORTED);
  });

  it('lets a burst pass, no more and no less, on one node', async () => {
    const all = limiters();
    assert.equal(Array.from({ length: 100 }, () => passes(all[1])).filter(Boolean).length, LIMIT.burst);
    await settled(all);
    // The others have not heard of the caller: what one may leave unreported passes, then nothing.
    let beyond = 0;
    for (let n = 0; n < 30; n++) {
      if (passes(all[2])) beyond++;
      await settled(all);
    }
    assert.equal(beyond, UNREPORTED);
    assert.equal(passes(all[2]), false);
  });

  it('lets as many bursts pass as there are nodes at the very most, when all come at once', async () => {
    const all = limiters();
    let passed = 0;
    for (let n = 0; n < 300; n++) if (passes(all[n % NODES])) passed++;
    assert.equal(passed, NODES * LIMIT.burst);
    await settled(all);
    for (const each of all) assert.equal(passes(each), false);
  });

  it('does not report a caller far below the limit', async () => {
    const all = limiters();
    const keys = () => server.ask((client) => client.dbsize());
    const before = await keys();
    for (const each of all) for (let n = 0; n < UNREPORTED - 1; n++) assert.equal(passes(each), true);
    await settled(all);
    assert.equal(await keys(), before);
    passes(all[0]);
    await settled(all);
    assert.equal(await keys(), before + 1);
  });

  it('begins anew with the window of all nodes', async () => {
    const all = limiters({ rate: 200, burst: 20 });
    for (const each of all) for (let n = 0; n < 20; n++) passes(each);
    await settled(all);
    await until('it lets requests pass again', () => all.every((each) => passes(each)));
  });

  it('is that of each node alone while the server is away', async () => {
    const own = await ValkeyProcess.start();
    await using alone = new AsyncDisposableStack();
    alone.defer(() => own.dispose());
    const node = new Valkey({ url: own.url, node: 'test', retention: 60_000 });
    alone.defer(() => node.close());
    await until('the node is connected', () => node.trusted);
    await own.kill();
    const limiter = new SharedLimiter('alone', LIMIT, node.counts, () => NODES);
    assert.equal(Array.from({ length: 100 }, () => passes(limiter)).filter(Boolean).length, LIMIT.burst);
    await limiter.settled();
    assert.equal(passes(limiter), false);
  });
});
