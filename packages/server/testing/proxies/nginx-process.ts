import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres-process.ts';
import { adapted, startProxy, stopProxy, without } from './proxy-process.ts';

/** Why tests behind nginx do not run, for their `skip`; false where they do. */
export const withoutNginx = (): string | false => without('nginx');

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
    const args = ['-c', file, '-p', folder, '-e', join(folder, 'errors'), '-g', settings];
    const child = await startProxy('nginx', args, port, () => readFileSync(join(folder, 'errors'), 'utf8'));
    return new NginxProcess(port, folder, child);
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

  /** Requests that a node did not answer in time. */
  get timeouts(): number {
    return this.errors.match(/upstream timed out/g)?.length ?? 0;
  }

  async close(): Promise<void> {
    await stopProxy(this.#child);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function configuration(nodes: readonly string[], port: number, folder: string): string {
  const shipped = readFileSync(new URL('../../../../deploy/compose/nginx.conf', import.meta.url), 'utf8');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const [, settings = ''] = /server node-1:8787 ([^;]*);/.exec(shipped) ?? [];
  const servers = nodes.map((node) => `server ${node} ${settings};`).join('\n');
  return adapted(shipped, [
    [/server node-1:8787 [^;]*;/, servers],
    [/server node-2:8787 [^;]*;/, ''],
    [/listen 8787;/, `listen 127.0.0.1:${port};`],
    [/http \{/, `http {\n    access_log off;\n    ${places.join('\n    ')}`],
  ]);
}
