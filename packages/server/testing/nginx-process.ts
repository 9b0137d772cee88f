import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './postgres-process.ts';

/** How long it may take to start, in ms. */
const PATIENCE = 20_000;

const isInstalled = spawnSync('nginx', ['-v']).status === 0;

/** Why tests behind nginx do not run, for their `skip`; false where they do. In CI they have to. */
export function withoutNginx(): string | false {
  if (isInstalled) return false;
  const message = 'nginx is not installed: these tests did not run';
  if (process.env.CI) throw new Error(message);
  return message;
}

/** nginx before some nodes, with the file of `deploy/compose`: only addresses and folders are changed. */
export class NginxProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#child = child;
  }

  /** @param nodes their addresses, such as `127.0.0.1:8787` */
  static async before(nodes: readonly string[]): Promise<NginxProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-nginx-'));
    // Its processes have a user of their own.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(nodes, port, folder));
    const settings = `daemon off; pid ${folder}/pid; error_log ${folder}/errors warn;`;
    const child = spawn('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'errors'), '-g', settings], {
      stdio: 'ignore',
    });
    const nginx = new NginxProcess(port, folder, child);
    for (const until = performance.now() + PATIENCE; !(await listens(port)); await wait(20)) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`nginx did not start: ${nginx.errors}`);
    }
    return nginx;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The processes of it, the first one first. */
  get pids(): readonly number[] {
    const pid = this.#child.pid!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
  }

  /** What it has logged. */
  get errors(): string {
    return readFileSync(join(this.#folder, 'errors'), 'utf8');
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function configuration(nodes: readonly string[], port: number, folder: string): string {
  const shipped = readFileSync(new URL('../../../deploy/compose/nginx.conf', import.meta.url), 'utf8');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const replace = (text: string, pattern: RegExp, by: string): string => {
    if (!pattern.test(text)) throw new Error(`The configuration of nginx has no ${pattern}.`);
    return text.replace(pattern, () => by);
  };
  const [, settings = ''] = /server node-1:8787 ([^;]*);/.exec(shipped) ?? [];
  const servers = nodes.map((node) => `server ${node} ${settings};`).join('\n');
  return [
    [/server node-1:8787 [^;]*;/, servers],
    [/server node-2:8787 [^;]*;/, ''],
    [/listen 8787;/, `listen 127.0.0.1:${port};`],
    [/http \{/, `http {\n    access_log off;\n    ${places.join('\n    ')}`],
  ].reduce((text, [pattern, by]) => replace(text, pattern as RegExp, by as string), shipped);
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
