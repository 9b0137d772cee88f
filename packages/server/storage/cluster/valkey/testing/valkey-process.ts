import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'iovalkey';
import { serverBinary } from './redis-binaries.ts';

/** How long a server may take to start, in ms. */
const PATIENCE = 20_000;

/** Asks until the answer is true. */
export async function until(what: string, answer: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!(await answer())) {
    if (performance.now() > end) throw new Error(`In vain for ${PATIENCE / 1000} s: ${what}.`);
    await pause(10);
  }
}

/** A port that was free a moment ago, and the port of a Cluster's bus beside it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 30_000);
    const servers = [createServer(), createServer()];
    try {
      for (const [index, server] of servers.entries()) {
        server.listen(port + index * 10_000, '127.0.0.1');
        await once(server, 'listening');
      }
      return port;
    } catch {
      // Taken: the next one.
    } finally {
      for (const server of servers) server.close();
    }
  }
}

/** One process of Valkey or Redis, with a port and a folder of its own. */
export class ValkeyProcess {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, settings: readonly string[]) {
    this.port = port;
    this.#settings = settings;
    this.#folder = mkdtempSync(join(tmpdir(), 'decidable-valkey-'));
  }

  /** @param settings command-line settings, such as `--appendonly`, `yes` */
  static async start(...settings: readonly string[]): Promise<ValkeyProcess> {
    const process = new ValkeyProcess(await freePort(), settings);
    await process.start();
    return process;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  get url(): string {
    return `valkey://127.0.0.1:${this.port}`;
  }

  /** Starts the process again, on what is left in its folder. */
  async start(): Promise<void> {
    if (serverBinary === undefined) throw new Error('Install valkey-server or redis-server.');
    const settings = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder, '--save', ''];
    this.#child = spawn(serverBinary, [...settings, ...this.#settings], { stdio: 'ignore' });
    await until('the server answers', () =>
      this.ask((client) => client.ping()).then(
        () => true,
        () => {
          if (this.#child?.exitCode !== null) throw new Error('The server ended.');
          return false;
        },
      ),
    );
  }

  /** Asks this server over a connection of its own. */
  async ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis({
      host: '127.0.0.1',
      port: this.port,
      lazyConnect: true,
      retryStrategy: () => null,
    });
    // The command itself fails then.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } finally {
      client.disconnect();
    }
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
