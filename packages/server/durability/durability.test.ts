import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { mintKey } from '../keys/mint-key.ts';
import { openSqliteStorage, pendingUsagePath } from '../storage/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { RunningService } from '../testing/running-service.ts';
import { ServiceProcess } from './service-process.ts';
import { fsyncsOfTheLog, loggedAt, TRACED } from './system-calls.ts';

const organizationId = 'org_durability0000000000' as OrganizationId;

let folder: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'decidable-durability-'));
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const { value, ...minted } = mintKey();
  key = value;
  await storage.organizations.create({ id: organizationId, name: 'Durable', createdAt: 0 });
  await storage.keys.create({ ...minted, organizationId, origins: [], createdAt: 0 });
  await storage.close();
});
afterEach(async () => {
  await ServiceProcess.endAll();
  rmSync(folder, { recursive: true });
});

const start = (...before: readonly string[]): Promise<ServiceProcess> => ServiceProcess.start(folder, before);

/** Resolves with the answer, or with undefined if none came. */
async function post(
  { address }: ServiceProcess,
  path: string,
  body: object,
): Promise<{ status: number; headers: Headers; body: unknown } | undefined> {
  try {
    const response = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ organizationId, ...body }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  } catch {
    // The test killed the process while the request was in flight.
    return undefined;
  }
}

describe('a service that is killed under load', () => {
  it('has kept every acknowledged event, exposure and metered request, exactly once', async () => {
    const kept = { events: [] as string[], exposures: [] as string[], sessions: [] as string[] };
    let sent = 0;
    for (let round = 0; round < 2; round++) {
      const service = await start();
      let over = false;
      let answered = 0;
      let enough = () => {};
      const acknowledged = new Promise<void>((resolve) => {
        enough = resolve;
      });
      const load = async () => {
        while (!over) {
          const id = `${round}-${sent++}`;
          const sessionId = `session-${id}`;
          const one = async (path: string, body: object, note: () => void) => {
            const answer = await post(service, path, body);
            // A busy machine may keep requests for so long that they are refused: those are not acknowledged.
            if (answer === undefined || answer.status === 503) return;
            assert.equal(answer.status, 200, JSON.stringify(answer.body));
            note();
            if (++answered === 600) enough();
          };
          await one('/event', { sessionId, name: 'checkout', eventId: id }, () => kept.events.push(id));
          await one('/exposure', { sessionId, decisionId: 'd', items: ['a', 'b'] }, () =>
            kept.exposures.push(sessionId),
          );
          await one('/track', { sessionId, signals: [{ type: 'search', value: 'boots' }] }, () =>
            kept.sessions.push(sessionId),
          );
        }
      };
      const loads = Promise.all(Array.from({ length: 20 }, load));
      try {
        await Promise.race([acknowledged, loads]);
        await service.end('SIGKILL');
      } finally {
        over = true;
      }
      await loads;
    }

    const storage = await openSqliteStorage({ folder, role: 'serve' });
    try {
      const events: string[] = [];
      for await (const { eventId } of storage.outcomes.events(organizationId, 0)) events.push(eventId);
      assert.equal(new Set(events).size, events.length, 'every event once');
      assert.deepEqual(without(kept.events, events), []);

      const exposures: string[] = [];
      for await (const { sessionId, itemId } of storage.outcomes.exposures(organizationId, 0)) {
        exposures.push(`${sessionId} ${itemId}`);
      }
      assert.equal(new Set(exposures).size, exposures.length, 'every exposure once');
      assert.deepEqual(
        without(
          kept.exposures.flatMap((session) => [`${session} a`, `${session} b`]),
          exposures,
        ),
        [],
      );

      const sessions: string[] = [];
      let signals = 0;
      for await (const session of storage.sessions.since(organizationId, 0)) {
        sessions.push(session.sessionId);
        signals += session.signals.filter(({ type }) => type === 'search').length;
      }
      assert.deepEqual(without(kept.sessions, sessions), []);
      // A signal and the metering of its request share a transaction, so neither exists without the other.
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const usage = await storage.usage.report(organizationId, day(0), day(Date.now() + 86_400_000));
      assert.deepEqual(usage, [{ operation: 'track', requests: signals, endpoints: { '/track': signals } }]);
    } finally {
      await storage.close();
    }
  });
});

function without(wanted: readonly string[], found: readonly string[]): string[] {
  const there = new Set(found);
  return wanted.filter((each) => !there.has(each));
}

describe('the system calls of the service', () => {
  it('show an fsync of the writes of a request before its answer is sent', {
    skip: spawnSync('strace', ['--version']).status === 0 ? false : 'strace is not installed',
  }, async () => {
    const file = join(folder, 'trace');
    const service = await start('strace', ...TRACED, '-o', file);
    const ids = Array.from({ length: 40 }, (_, n) => `traced-${n}`);
    await Promise.all(
      ids.map(async (eventId) => {
        const answer = await post(service, '/event', { sessionId: 's', name: 'n', eventId });
        assert.equal(answer?.status, 200);
      }),
    );
    await service.end('SIGTERM');
    const trace = readFileSync(file, 'latin1').split('\n');
    const synced = fsyncsOfTheLog(trace);
    for (const id of ids) {
      const written = loggedAt(trace, id);
      const answered = trace.findIndex(
        (line) => line.includes('HTTP/1.1 200') && line.includes(`\\"eventId\\":\\"${id}\\"`),
      );
      assert.ok(written !== -1 && answered !== -1, `${id} is in the trace`);
      assert.ok(
        synced.some(({ began, ended }) => written < began && ended < answered),
        `an fsync lies between line ${written}, where ${id} is written, and line ${answered}, where it is answered`,
      );
    }
  });
});

const audit = { csv: 'id,colour\n1,red\n2,blue\n3,\n', organizationId: undefined };

/** The number of counted gradings, from a working store. */
async function countedGradings(): Promise<number> {
  const storage = await openSqliteStorage({ folder, role: 'command' });
  const lines = await storage.usage.report(organizationId, '2000-01-01', '2100-01-01');
  await storage.close();
  return lines.find(({ operation }) => operation === 'catalog')?.requests ?? 0;
}

describe('a service that is killed while its store takes no writes', () => {
  it('has every grading that it answered meanwhile counted exactly once, however often it starts again', async () => {
    const service = await start();
    assert.equal((await post(service, '/catalog/audit', audit))?.status, 200);
    const other = new DatabaseSync(join(folder, 'decidable.db'));
    other.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all([1, 2].map(() => post(service, '/catalog/audit', audit)));
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      [200, 200],
    );
    await service.end('SIGKILL');
    other.exec('ROLLBACK');
    other.close();
    assert.equal(await countedGradings(), 1);

    const owed = readFileSync(pendingUsagePath(folder));
    const second = await start();
    assert.equal(await countedGradings(), 3);
    await second.end('SIGKILL');
    assert.equal(readFileSync(pendingUsagePath(folder), 'utf8'), '');

    // As after a crash between counting and clearing, with an unfinished line.
    writeFileSync(pendingUsagePath(folder), owed);
    appendFileSync(pendingUsagePath(folder), owed.subarray(0, 40));
    const third = await start();
    assert.equal((await post(third, '/catalog/audit', audit))?.status, 200);
    await third.end('SIGTERM');
    assert.equal(await countedGradings(), 4);
  });
});

describe('a service whose disk is full', () => {
  it('answers gradings while it can record their pending usage, then 503, and counts those that it answered', {
    skip: spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed',
  }, async () => {
    const service = await start('bash', '-c', `trap '' XFSZ; exec "$@"`, 'bash');
    const grade = async () => (await post(service, '/catalog/audit', audit))?.status;
    assert.equal(await grade(), 200);
    // The store's log is longer already; a line of pending usage has some 140 bytes.
    service.limitFiles('400');
    const answered = [];
    for (let i = 0; i < 6; i++) answered.push(await grade());
    assert.deepEqual(answered, [200, 200, 503, 503, 503, 503]);
    service.limitFiles('unlimited');
    assert.equal(await grade(), 200);
    await service.end('SIGKILL');
    await (await start()).end('SIGTERM');
    assert.equal(await countedGradings(), 4);
  });

  it('answers 503 with Retry-After, and continues without a restart when space returns; acknowledged writes are kept', {
    skip: spawnSync('prlimit', ['--version']).status === 0 ? false : 'prlimit is not installed',
  }, async () => {
    // A limit of the file size stands in for a full disk. Its signal is ignored, so that a write past it
    // fails with an error, as on a full disk.
    const service = await start('bash', '-c', `trap '' XFSZ; exec "$@"`, 'bash');
    const kept: string[] = [];
    const send = async (eventId: string) => {
      const answer = await post(service, '/event', { sessionId: 's', name: 'checkout', eventId });
      assert.ok(answer !== undefined, 'the service is there');
      if (answer.status === 200) kept.push(eventId);
      return answer;
    };
    assert.equal((await send('before')).status, 200);
    service.limitFiles('4096');
    // More than the breaker needs to open: it must close again, too.
    for (let i = 0; i < 10; i++) {
      const refused = await send(`full-${i}`);
      assert.equal(refused.status, 503, JSON.stringify(refused.body));
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    }
    service.limitFiles('unlimited');
    for (let i = 0; kept.length < 5; i++) {
      if ((await send(`after-${i}`)).status === 503) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await service.end('SIGKILL');
    const storage = await openSqliteStorage({ folder, role: 'serve' });
    try {
      const events = await Array.fromAsync(storage.outcomes.events(organizationId, 0));
      const ids = events.map(({ eventId }) => eventId);
      assert.deepEqual(without(kept, ids), []);
      assert.equal(new Set(ids).size, ids.length);
    } finally {
      await storage.close();
    }
  });
});

describe('a service whose database another process has locked', () => {
  it('answers 503 with Retry-After to requests that write, and continues when the lock is released', async () => {
    const service = await RunningService.start();
    const other = new DatabaseSync(join(service.folder, 'decidable.db'));
    try {
      other.exec('BEGIN IMMEDIATE');
      const refused = await service.post('/event', service.event());
      assert.equal(refused.status, 503, refused.text);
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      other.exec('ROLLBACK');
      const accepted = await service.post('/event', service.event());
      assert.equal(accepted.status, 200, accepted.text);
    } finally {
      other.close();
      await service.close();
    }
  });
});
