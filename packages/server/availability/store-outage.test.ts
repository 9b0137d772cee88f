import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openSqliteStorage, type Storage } from '../storage/index.ts';
import { type Answer, envelopeFault, RunningService } from '../testing/running-service.ts';

describe('a store that does not take writes', () => {
  let running: RunningService;
  let intruder: DatabaseSync;
  /** A way to the store that has no breaker. */
  let beside: Storage;
  before(async () => {
    running = await RunningService.start();
    beside = await openSqliteStorage({ folder: running.folder, role: 'command' });
    intruder = new DatabaseSync(join(running.folder, 'decidable.db'));
  });
  after(async () => {
    intruder.close();
    await beside.close();
    await running.close();
  });

  const audit = { csv: 'id,colour\n1,red\n2,blue\n3,\n' };
  const counted = async () => {
    const lines = await beside.usage.report(running.key.organizationId, '2000-01-01', '2100-01-01');
    return lines.find(({ operation }) => operation === 'catalog')?.requests ?? 0;
  };

  it('fails fast behind its breaker; grading goes on and is counted exactly once when it is back', async () => {
    assert.equal((await running.post('/catalog/audit', audit)).status, 200);
    intruder.exec('BEGIN IMMEDIATE');

    // "SERVICE_UNAVAILABLE 503: A downstream service is failing fast behind its circuit breaker."
    const first = await Promise.all(Array.from({ length: 6 }, () => running.post('/event', running.event())));
    for (const answer of first) {
      assert.equal(envelopeFault(answer, 503, 'SERVICE_UNAVAILABLE', '/api/v1/event'), undefined);
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
    }
    let refused: Answer;
    do {
      refused = await running.post('/event', running.event());
      assert.equal(envelopeFault(refused, 503, 'SERVICE_UNAVAILABLE', '/api/v1/event'), undefined);
      // On a busy machine the breaker may have let one of them through by then, to see whether the store is back.
    } while (!/refused until it answers again/.test(String(refused.body.error.message)));

    for (let i = 0; i < 3; i++) assert.equal((await running.post('/catalog/audit', audit)).status, 200);
    const kept = await running.post('/catalog/audit', {
      ...audit,
      organizationId: running.key.organizationId,
    });
    assert.equal(kept.status, 503);
    assert.equal(await counted(), 1);

    intruder.exec('ROLLBACK');
    const recovered = async () => (await running.post('/event', running.event())).status === 200;
    while (!(await recovered())) await new Promise((resolve) => setTimeout(resolve, 100));
    while ((await counted()) < 4) await new Promise((resolve) => setTimeout(resolve, 100));
    // Stopping counts all that is owed: more would be found now.
    await running.service.close();
    assert.equal(await counted(), 4);
  });

  it('what is owed when the service stops is counted before it does', async (t) => {
    const stopping = await RunningService.start();
    t.after(() => stopping.close());
    const { organizationId } = stopping.key;
    const other = new DatabaseSync(join(stopping.folder, 'decidable.db'));
    other.exec('BEGIN IMMEDIATE');
    assert.equal((await stopping.post('/catalog/audit', audit)).status, 200);
    other.exec('ROLLBACK');
    other.close();
    await stopping.service.close();
    const storage = await openSqliteStorage({ folder: stopping.folder, role: 'command' });
    const [line] = await storage.usage.report(organizationId, '2000-01-01', '2100-01-01');
    assert.equal(line?.requests, 1);
    await storage.close();
  });
});

describe('a refusal while the store is away', () => {
  it('costs its caller nothing: no tokens of a limit, and nothing is metered', async (t) => {
    const BURST = 8;
    const limit = `0.001:${BURST}`;
    const running = await RunningService.start({
      RATE_LIMIT_SESSION: limit,
      RATE_LIMIT_CLIENT: limit,
      RATE_LIMIT_KEY: limit,
      RATE_LIMIT_UNKEYED: limit,
    });
    t.after(() => running.close());
    const { organizationId } = running.key;
    let sent = 0;
    const send = () =>
      running.post('/track/behavior', { organizationId, sessionId: 's-1', behavior: `b ${sent++}` });
    const other = new DatabaseSync(join(running.folder, 'decidable.db'));
    other.exec('BEGIN EXCLUSIVE');
    const refused: Answer[] = [];
    // One after the other: so many at once would be more than the limit lets pass.
    for (let n = 0; n < 3 * BURST; n++) refused.push(await send());
    other.exec('ROLLBACK');
    other.close();
    assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([503]));
    assert.match(refused[0].headers.get('ratelimit')!, new RegExp(`^"client";r=${BURST};`));

    let first: Answer;
    do first = await send();
    while (first.status === 503);
    const later: number[] = [first.status];
    for (let n = 0; n < BURST; n++) later.push((await send()).status);
    assert.deepEqual(later, [...Array(BURST).fill(200), 429]);
    const lines = await running.service.storage.usage.report(organizationId, '2000-01-01', '2100-01-01');
    assert.deepEqual(
      lines.map(({ requests }) => requests),
      [BURST],
    );
  });
});

describe('a full queue of gradings', () => {
  it('refuses the next one with 503 and Retry-After, and goes on', async (t) => {
    const running = await RunningService.start({ WORKERS: '1' });
    t.after(() => running.close());
    const slow = {
      csv: `id,a,b\n${Array.from({ length: 4_000 }, (_, i) => `${i},${i % 17},${i % 23}`).join('\n')}`,
    };
    const answers = await Promise.all(Array.from({ length: 30 }, () => running.post('/catalog/audit', slow)));
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0);
    for (const answer of refused) {
      assert.equal(envelopeFault(answer, 503, 'SERVICE_UNAVAILABLE', '/api/v1/catalog/audit'), undefined);
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
    }
    assert.equal(answers.filter(({ status }) => status === 200).length, answers.length - refused.length);
    const metrics = await (await fetch(`${running.service.operationsAddress}/metrics`)).text();
    assert.match(metrics, new RegExp(`decidable_requests_shed_total\\{reason="queue"\\} ${refused.length}`));
  });
});
