import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

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

export interface PostgresOptions {
  /** Settings beside those of every test. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether it outlives the process that starts it. */
  readonly detached?: boolean;
}

/** A PostgreSQL on a folder and a port of its own, which tests may stop, kill and start again. */
export class PostgresProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #options: PostgresOptions;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, options: PostgresOptions) {
    this.#folder = folder;
    this.port = port;
    this.#options = options;
  }

  /** @param folder of its own, which is there; the data is in its folder `data`, which may be a mount */
  static async start(folder: string, options: PostgresOptions = {}): Promise<PostgresProcess> {
    const server = new PostgresProcess(folder, await freePort(), options);
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const { uid, gid } = user();
    if (uid !== undefined && gid !== undefined) for (const each of [folder, data]) chownSync(each, uid, gid);
    execFileSync(
      join(programs!, 'initdb'),
      ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { cwd: folder, ...user() },
    );
    await server.start();
    return server;
  }

  /** Without a database. */
  get address(): string {
    return `postgresql://tests@127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** The processes of the server, the first one first. */
  get pids(): readonly number[] {
    const { pid } = this;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  }

  /** Starts it again on what is in its folder; resolves when it answers. */
  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#folder,
      max_connections: '200',
      ...this.#options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(
      join(programs!, 'postgres'),
      ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...flags],
      { cwd: this.#folder, stdio: 'ignore', detached: this.#options.detached === true, ...user() },
    );
    this.#child = child;
    for (const until = performance.now() + PATIENCE; !(await this.answers()); await wait(20)) {
      if (child.exitCode !== null || performance.now() > until) throw new Error('PostgreSQL did not start.');
    }
    if (this.#options.detached === true) child.unref();
  }

  /** Whether its first process has ended, by itself or not. */
  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Whether it takes connections. */
  async answers(): Promise<boolean> {
    const client = new pg.Client(`${this.address}/postgres`);
    client.on('error', () => {});
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

  /** Carries out statements on the database of the server itself. */
  async run(sql: string): Promise<void> {
    const client = new pg.Client(`${this.address}/postgres`);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  /** Ends it as an operator does: transactions under way are rolled back, connections closed. */
  async stop(): Promise<void> {
    await this.#end(() => this.#child!.kill('SIGINT'));
  }

  /** Ends all of its processes as a power cut does. */
  async kill(): Promise<void> {
    await this.#end(() => {
      for (const pid of this.pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          // A process that served one connection may have ended since they were listed.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
    });
  }

  async #end(signal: () => void): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child!, 'exit');
    signal();
    await ended;
  }
}

/** Whom the server runs as: it refuses to be root. */
function user(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres']).toString()));
  return { uid, gid };
}

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
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
