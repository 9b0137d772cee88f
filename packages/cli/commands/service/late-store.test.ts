import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { finished, firstLine, start } from '../../testing/command.ts';
import { freePort, PostgresProcess, withoutPostgres } from '../../testing/postgres.ts';

/** Ends by the limit of the test where it never comes to hold. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

describe('a service whose store is not there', { skip: withoutPostgres() }, () => {
  let folder: string;
  let postgres: PostgresProcess;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'decidable-late-'));
    // PostgreSQL has a user of its own.
    chmodSync(folder, 0o755);
    const home = join(folder, 'postgres');
    mkdirSync(home);
    postgres = await PostgresProcess.start(home);
    await postgres.run('CREATE DATABASE shops');
    await postgres.stop();
  });
  after(async () => {
    await postgres?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A node, where its operations port will be, and what its log says. */
  async function node(
    t: TestContext,
    name: string,
    env: Readonly<Record<string, string>>,
    more: readonly string[] = [],
  ) {
    const operations = `http://127.0.0.1:${await freePort()}`;
    const flags = ['--port', '0', '--operations-port', new URL(operations).port, '--host', '127.0.0.1'];
    const child: ChildProcessWithoutNullStreams = start(['serve', '--json', ...more, ...flags], {
      env: { STORAGE: 'cluster', DECIDABLE_DATA: join(folder, name), LAME_DUCK_SECONDS: '0', ...env },
    });
    t.after(() => child.kill('SIGKILL'));
    const ended = finished(child);
    const get = async (path: string) => {
      const response = await fetch(operations + path);
      return { status: response.status, text: await response.text() };
    };
    const reached = () =>
      get('/health').then(
        ({ status }) => status === 200,
        () => false,
      );
    return { child, ended, get, reached };
  }

  it('waits for it, the demo as well: alive, not ready, and one line of its log; it serves when PostgreSQL starts, and Valkey need not', async (t) => {
    const env = {
      DATABASE_URL: `${postgres.address}/shops`,
      VALKEY_URL: `redis://127.0.0.1:${await freePort()}`,
    };
    const nodes = await Promise.all([node(t, 'late', env), node(t, 'late-demo', env, ['--demo'])]);
    const started = nodes.map(({ child }) => firstLine(child));
    for (const { get, reached } of nodes) {
      await until(reached);
      await until(async () => (await get('/ready')).text.includes('ECONNREFUSED'));
    }
    // Longer than it takes to try again.
    await pause(2_500);
    for (const { get } of nodes)
      assert.deepEqual([(await get('/health')).status, (await get('/ready')).status], [200, 503]);

    await postgres.start();
    const lines = await Promise.all(started);
    for (const line of lines) assert.match(line, /"address":"http:/);
    assert.match(lines[1], /"key":"/);
    for (const { child, ended, get } of nodes) {
      await until(async () => (await get('/ready')).status === 200);
      child.kill('SIGTERM');
      const { code, stderr } = await ended;
      assert.equal(code, 0, stderr);
      const said = (text: string) => stderr.split('\n').filter((line) => line.includes(text));
      const [line, ...more] = said('the store is away');
      assert.deepEqual(more, []);
      const { level, store } = JSON.parse(line) as { level: number; store: string };
      assert.deepEqual({ level, isRefused: store.includes('ECONNREFUSED') }, { level: 50, isRefused: true });
      assert.equal(said('the store is there').length, 1);
    }
    await postgres.stop();
  });

  it('stops on a signal while it waits', async (t) => {
    const { child, ended, reached } = await node(t, 'stopped', { DATABASE_URL: `${postgres.address}/shops` });
    await until(reached);
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0);
  });

  it('ends with 2, and as JSON, where a person has to mend it: no such database, or no such user', async (t) => {
    await postgres.start();
    const wrong = [`${postgres.address}/missing`, `${postgres.address.replace('tests@', 'stranger@')}/shops`];
    for (const [n, DATABASE_URL] of wrong.entries()) {
      const { ended } = await node(t, `wrong-${n}`, { DATABASE_URL });
      const { code, stderr } = await ended;
      assert.equal(code, 2, stderr);
      const { level, reason } = JSON.parse(stderr.split('\n')[0]) as { level: number; reason: string };
      assert.deepEqual({ level, isNamed: /does not exist/.test(reason) }, { level: 60, isNamed: true });
      assert.match(stderr, /^decidable: the store .* cannot be used now/m);
    }
    await postgres.stop();
  });
});
