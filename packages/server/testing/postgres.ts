import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/*
 * A PostgreSQL of the tests' own. The first test file of a run starts it, all of them share it, each with a database of
 * its own, and it ends with the run.
 */

/** How long a server may take to start, in ms. */
const PATIENCE = 60_000;

const programs = globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).sort().at(-1);

/** Why tests on PostgreSQL do not run, for their `skip`; false where they do. In CI they have to. */
export function withoutPostgres(): string | false {
  if (programs !== undefined) return false;
  const message = 'PostgreSQL is not installed (/usr/lib/postgresql/*/bin): these tests did not run';
  if (process.env.CI) throw new Error(message);
  return message;
}

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
  const data = join(folder, 'data');
  const port = await freePort();
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const as = (program: string, args: readonly string[]): readonly [string, string[]] =>
    isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(programs!, program), ...args]]
      : [join(programs!, program), [...args]];
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((which) =>
      Number(execFileSync('id', [which, 'postgres']).toString()),
    );
    chownSync(folder, uid, gid);
  }
  execFileSync(
    ...as('initdb', [
      '-D',
      data,
      '-U',
      'tests',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]),
    {
      cwd: folder,
    },
  );
  // Nothing here outlives the machine, so nothing waits for the disk.
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '200',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args] = as('postgres', ['-D', data, '-p', String(port), ...flags]);
  const server = spawn(program, args, { cwd: folder, stdio: 'ignore', detached: true });
  server.unref();
  const address = `postgresql://tests@127.0.0.1:${port}`;
  for (const until = performance.now() + PATIENCE; !(await answers(address)); await wait(50)) {
    if (server.exitCode !== null || performance.now() > until) throw new Error('PostgreSQL did not start.');
  }
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

async function answers(address: string): Promise<boolean> {
  const client = new pg.Client(`${address}/postgres`);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() =>
      typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
    );
  });
  return promise;
}
