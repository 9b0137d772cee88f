import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig, type Service, startService } from '@decidable/server';
import pg from 'pg';
import { pino } from 'pino';
import { decidable, start } from '../../testing/command.ts';
import { type TestDatabase, testDatabase, withoutPostgres } from '../../testing/postgres.ts';

const PARTS = fileURLToPath(new URL('../../../../examples/catalogues/computer-parts.csv', import.meta.url));
const CATEGORIES = ['mouse', 'keyboard', 'monitor', 'webcam', 'headset'] as const;
const VISITORS = 15;

describe('decidable move', { skip: withoutPostgres() }, () => {
  let root: string;
  /** The folder of the service that is to be moved, when it was stopped. */
  let folder: string;
  let org: string;
  let key: string;
  let restricted: string;
  let gradingId: string;
  let stoppedAt: number;
  let atTheEnd: Told;
  let copies = 0;
  const databases: TestDatabase[] = [];

  interface Told {
    readonly rankings: readonly string[];
    readonly sessions: readonly string[];
  }

  async function json<T>(args: readonly string[], env: Record<string, string> = {}): Promise<T> {
    const { code, stdout, stderr } = await decidable([...args, '--json'], { env });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as T;
  }

  const started = (environment: Record<string, string>): Promise<Service> =>
    startService(
      readConfig({
        HOST: '127.0.0.1',
        PORT: '0',
        OPERATIONS_PORT: '0',
        WORKERS: '1',
        MAX_LAG_MS: '60000',
        DEADLINE_MS: '60000',
        RATE_LIMIT_SESSION: '10000:10000',
        RATE_LIMIT_CLIENT: '10000:10000',
        ...environment,
      }),
      { log: pino({ level: 'silent' }), workers: { startLate: true } },
    );

  async function post(service: Service, path: string, body: object, apiKey = key) {
    const response = await fetch(`${service.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ organizationId: org, ...body }),
    });
    return { status: response.status, text: await response.text() };
  }

  async function sent(service: Service, path: string, body: object): Promise<Record<string, unknown>> {
    const { status, text } = await post(service, path, body);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  /** What a service answers, that another one on the same facts answers in the same bytes at the same time. */
  async function told(service: Service, at: number): Promise<Told> {
    const rankings: string[] = [];
    const sessions: string[] = [];
    // Interests fade by the millisecond.
    mock.timers.enable({ apis: ['Date'], now: at });
    // A node goes by the clock of PostgreSQL.
    const clock = mock.method(service.storage, 'now', () => at);
    for (let n = 0; n < VISITORS; n++) {
      const sessionId = `visitor-${n}`;
      const { status, text } = await post(service, '/catalog/ranked', {
        sessionId,
        limit: 20,
        explain: true,
      });
      assert.equal(status, 200, text);
      rankings.push(text.slice(text.indexOf('"items"'), text.lastIndexOf(']') + 1));
      const session = await post(service, '/session', { sessionId });
      assert.equal(session.status, 200, session.text);
      sessions.push(session.text);
    }
    mock.timers.reset();
    assert.ok(clock.mock.callCount() > 0, 'the service asks its store for the time');
    clock.mock.restore();
    return { rankings, sessions };
  }

  const inCluster = (database: TestDatabase) => ({ STORAGE: 'cluster', DATABASE_URL: database.url });
  const usageOf = (args: readonly string[], env: Record<string, string> = {}) =>
    json(['usage', '--org', org, '--from', '2020-01-01', '--to', '2099-01-01', ...args], env);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'decidable-move-'));
    folder = join(root, 'data');
    const data = ['--data', folder];
    org = (await json<{ organizationId: string }>(['orgs', 'create', 'Parts', ...data])).organizationId;
    key = (await json<{ key: string }>(['keys', 'create', '--org', org, ...data])).key;
    restricted = (
      await json<{ key: string }>(['keys', 'create', '--org', org, '--endpoints', '/track', ...data])
    ).key;
    const imported = await decidable(['catalogue', 'import', PARTS, '--org', org, ...data]);
    assert.equal(imported.code, 0, imported.stderr);
    const service = await started({ DECIDABLE_DATA: folder });
    for (let n = 0; n < VISITORS; n++) {
      const sessionId = `visitor-${n}`;
      for (let look = 0; look < 6; look++) {
        const value = CATEGORIES[(n + look * look) % CATEGORIES.length];
        await sent(service, '/track', { sessionId, signals: [{ type: 'category_view', value }] });
      }
      const { decisionId, items } = (await sent(service, '/catalog/ranked', { sessionId, limit: 5 })) as {
        decisionId: string;
        items: { id: string }[];
      };
      const ids = items.map(({ id }) => id);
      await sent(service, '/exposure', { sessionId, decisionId, items: ids });
      const data = { productId: ids[0] };
      await sent(service, '/event', { sessionId, eventId: 'e', name: 'item_clicked', decisionId, data });
    }
    const audited = await sent(service, '/catalog/audit', { csv: readFileSync(PARTS, 'utf8'), store: true });
    gradingId = (audited.storage as { id: string }).id;
    stoppedAt = Date.now();
    atTheEnd = await told(service, stoppedAt);
    await service.close();
  });

  after(async () => {
    for (const database of databases) await database.drop();
    await rm(root, { recursive: true });
  });

  /** A folder of a stopped service to move, and an empty database. */
  async function places(): Promise<{ readonly data: string; readonly database: TestDatabase }> {
    const data = join(root, `copy-${copies++}`);
    cpSync(folder, data, { recursive: true });
    const database = await testDatabase();
    databases.push(database);
    return { data, database };
  }

  it('a service on the cluster then answers as the one on the folder did, and old keys work', async () => {
    const { data, database } = await places();
    const usage = await usageOf(['--data', data]);
    const planned = await decidable(['move', '--data', data, '--to', database.url, '--dry-run']);
    assert.equal(planned.code, 0, planned.stderr);
    assert.match(planned.stdout, new RegExp(`${org} +Parts +[\\d,]+ +to be moved`));
    assert.match(planned.stdout, /events 15.*\nPeople: 0 to be added\.\nNothing was written/);
    const { code, stdout, stderr } = await decidable(['move', '--data', data], {
      env: { DATABASE_URL: database.url },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`${org} +Parts +[\\d,]+ +the same on both sides`));
    const node = await started({ DECIDABLE_DATA: join(root, 'node'), ...inCluster(database) });
    try {
      const usageThere = await usageOf([], inCluster(database));
      const afterwards = await told(node, stoppedAt);
      assert.deepEqual(afterwards.rankings, atTheEnd.rankings);
      assert.deepEqual(afterwards.sessions, atTheEnd.sessions);
      assert.deepEqual(usageThere, usage);
      const signals = [{ type: 'category_view', value: 'mouse' }];
      assert.equal((await post(node, '/track', { sessionId: 's', signals }, restricted)).status, 200);
      assert.equal((await post(node, '/session', { sessionId: 's' }, restricted)).status, 403);
      const again = { sessionId: 'visitor-1', eventId: 'e', name: 'item_clicked' };
      assert.match((await post(node, '/event', again)).text, /eventId/, 'the id was used for another body');
      const { gradings } = await json<{ gradings: { id: string }[] }>(
        ['history', '--org', org],
        inCluster(database),
      );
      assert.deepEqual(
        gradings.map(({ id }) => id),
        [gradingId],
      );
      const replayed = await decidable(['replay', 'visitor-3', '--org', org], { env: inCluster(database) });
      assert.match(replayed.stdout, /The same [\d,]+ bytes as were sent/, replayed.stderr);
    } finally {
      await node.close();
    }
  });

  it('killed half way it goes on, and is compared at its end', async () => {
    const { data, database } = await places();
    const env = { DATABASE_URL: database.url };
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      // It makes the tables, and reading them does not wait.
      await decidable(['orgs', 'list'], { env: { ...env, STORAGE: 'cluster' } });
      await client.query('BEGIN; LOCK TABLE decisions IN EXCLUSIVE MODE');
      const move = start(['move', '--data', data], { env });
      const ended = once(move, 'exit');
      const waits = async () =>
        (await client.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'decisions'::regclass`))
          .rowCount;
      while ((await waits()) === 0) {
        assert.equal(move.exitCode, null);
        await wait(5);
      }
      move.kill('SIGKILL');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
      await client.query('ROLLBACK');
      const counted = async (table: string) =>
        Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
      assert.equal(await counted('events'), VISITORS);
      assert.equal(await counted('organizations'), 0);
      const going = await decidable(['move', '--data', data, '--dry-run'], { env });
      assert.match(going.stdout, /to be continued/);
      const { code, stdout, stderr } = await decidable(['move', '--data', data], { env });
      assert.equal(code, 0, stderr);
      assert.match(stdout, /moved, begun before/);
      assert.equal((await decidable(['move', '--data', data, '--verify'], { env })).code, 0);
      assert.match(
        (await decidable(['move', '--data', data], { env })).stdout,
        /moved before; nothing was done/,
      );

      await client.query(`UPDATE exposures SET at = at + 1 WHERE session_id = 'visitor-7'`);
      const tampered = await decidable(['move', '--data', data, '--verify'], { env });
      assert.equal(tampered.code, 2);
      assert.match(tampered.stderr, new RegExp(`exposures of ${org}: 75 rows on both sides; .* visitor-7 `));
    } finally {
      await client.end();
    }
  });

  it('says what is wrong: no address, no folder, no server, a service that runs', async () => {
    const { data, database } = await places();
    const refused = async (message: RegExp, args: readonly string[], env: Record<string, string> = {}) => {
      const { code, stderr } = await decidable(['move', ...args], { env });
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /secret|our fault/);
    };
    await refused(/set DATABASE_URL, or give --to/, ['--data', data]);
    await refused(/must be like postgresql:/, ['--data', data], { DATABASE_URL: 'mysql://a:secret@b/c' });
    await refused(/there is no data folder/, ['--data', `${data}-none`, '--to', database.url]);
    await refused(/There is no store in/, ['--data', root, '--to', database.url]);
    await refused(
      /127\.0\.0\.1:1\/c \(DATABASE_URL\) cannot be used now .* run the command again/s,
      ['--data', data],
      { DATABASE_URL: 'postgresql://a:secret@127.0.0.1:1/c' },
    );
    await refused(/Nothing was moved from this folder into this database yet/, [
      '--data',
      data,
      '--to',
      database.url,
      '--verify',
    ]);
    const service = await started({ DECIDABLE_DATA: data });
    await refused(/is already served by/, ['--data', data, '--to', database.url]);
    await service.close();
  });
});
