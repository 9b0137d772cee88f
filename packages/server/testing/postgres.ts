import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PostgresProcess } from './postgres-process.ts';

export { withoutPostgres } from './postgres-process.ts';

/*
 * A PostgreSQL of the tests' own. The first test file of a run starts it, all of them share it, each with a database of
 * its own, and it ends with the run.
 */

/** How long a server may take to start, in ms. */
const PATIENCE = 60_000;

/** A new database, empty. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, and ends the connections to it. */
  drop(): Promise<void>;
}

export async function testDatabase(): Promise<TestDatabase> {
  const server = await postgresServer();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client(`${server}/postgres`);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`CREATE DATABASE ${name}`);
  return { url: `${server}/${name}`, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The address of the server of this run. */
async function postgresServer(): Promise<string> {
  // Test files are processes that the run started; one that is started by hand is a run of its own.
  const run = process.env.NODE_TEST_CONTEXT === undefined ? process.pid : process.ppid;
  const folder = join(tmpdir(), `decidable-postgres-${run}`);
  const ready = join(folder, 'address');
  let isFirst = true;
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    isFirst = false;
  }
  if (isFirst) {
    try {
      writeFileSync(`${ready}.new`, await start(folder, run));
      renameSync(`${ready}.new`, ready);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
  for (const until = performance.now() + PATIENCE; !existsSync(ready); await wait(50)) {
    if (performance.now() > until) throw new Error(`PostgreSQL did not start in ${folder}.`);
  }
  return readFileSync(ready, 'utf8');
}

async function start(folder: string, run: number): Promise<string> {
  // Nothing here outlives the machine, so nothing waits for the disk.
  const { address } = await PostgresProcess.start(folder, { settings: { fsync: 'off' }, detached: true });
  // Ends the server when the run has ended, however it did.
  const watch =
    'while kill -0 "$1" 2>/dev/null; do sleep 1; done; kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")"; sleep 1; rm -rf "$2"';
  spawn('sh', ['-c', watch, 'sh', String(run), folder], {
    cwd: '/',
    stdio: 'ignore',
    detached: true,
  }).unref();
  return address;
}
