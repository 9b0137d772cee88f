import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres-process.ts';
import { adapted, startProxy, stopProxy, without } from './proxy-process.ts';

/** Why tests behind HAProxy do not run, for their `skip`; false where they do. */
export const withoutHaproxy = (): string | false => without('haproxy');

/** How long its file waits for the answer to a call, in ms. */
const PATIENCE = 2_500;

/** Ports of a node on this machine. */
export interface NodePorts {
  readonly port: number;
  readonly operations: number;
}

/** HAProxy before some nodes, with the file of `deploy/proxies`: only addresses are changed. */
export class HaproxyProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#child = child;
    child.stdout!.on('data', (chunk) => {
      this.#log += chunk;
    });
    child.stderr!.resume();
  }

  static async before(nodes: readonly NodePorts[]): Promise<HaproxyProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-haproxy-'));
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(nodes, port));
    const child = await startProxy('haproxy', ['-db', '-f', file], port, () => `see haproxy -c -f ${file}`);
    return new HaproxyProcess(port, folder, child);
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Requests that a node did not answer in time: they went to another one, or were refused after that time. */
  get timeouts(): number {
    const lines = this.#log.matchAll(/ \d{3} (\d+) ms, sent again \+?(\d+) times/g);
    return [...lines].filter(([, time, again]) => again !== '0' || Number(time) >= PATIENCE).length;
  }

  async close(): Promise<void> {
    await stopProxy(this.#child);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function configuration(nodes: readonly NodePorts[], port: number): string {
  const shipped = readFileSync(new URL('../../../../deploy/proxies/haproxy.cfg', import.meta.url), 'utf8');
  const lines = (more: (n: number) => string) =>
    nodes.map((node, n) => `    server node-${n + 1} 127.0.0.1:${node.port}${more(n + 1)}`).join('\n');
  return adapted(shipped, [
    [/bind :8787/, `bind 127.0.0.1:${port}`],
    [/( +server node-\d node-\d:8787\n)+/, `${lines((n) => ` port ${nodes[n - 1].operations}`)}\n`],
    [
      /( +server node-\d node-\d:8787 track calls\/node-\d\n)+/,
      `${lines((n) => ` track calls/node-${n}`)}\n`,
    ],
  ]);
}
