import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from './load.ts';

const canPin = spawnSync('taskset', ['--version']).status === 0;
/** Whether processes are pinned to one core each; otherwise figures are less reliable. */
export const pinned = canPin;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a script on some cores; it ends with the benchmark. */
export function start(
  script: string,
  cores: string,
  options: {
    readonly parameters?: readonly string[];
    readonly environment?: NodeJS.ProcessEnv;
    readonly nodeOptions?: readonly string[];
  } = {},
): ChildProcess {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const command = [process.execPath, ...(options.nodeOptions ?? []), file, ...(options.parameters ?? [])];
  const [program, ...rest] = canPin ? ['taskset', '-c', cores, ...command] : command;
  const child = spawn(program!, rest, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...options.environment },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** A server under test, on a core of its own. */
export class Server {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(
    script: string,
    options: {
      readonly parameters?: readonly string[];
      readonly environment?: NodeJS.ProcessEnv;
      readonly nodeOptions?: readonly string[];
      /** The cores that it may use, as a list of numbers; the first one unless given. */
      readonly cores?: string;
    } = {},
  ): Promise<Server> {
    const child = start(script, options.cores ?? '0', options);
    const exited = once(child, 'exit').then(() => {
      throw new Error(`${script} ended before it listened.`);
    });
    for await (const line of createInterface(child.stdout!)) {
      if (/^\d+$/.test(line)) {
        exited.catch(() => {});
        child.stdout!.resume();
        return new Server(child, Number(line));
      }
    }
    return exited;
  }

  /** CPU time of the process, with all its threads, in µs; undefined on systems without `/proc`. */
  cpu(): number | undefined {
    const fields = this.#procFile('stat')?.split(') ')[1].split(' ');
    // utime and stime, in ticks of 10 ms.
    return fields && (Number(fields[11]) + Number(fields[12])) * 10_000;
  }

  /**
   * Current and peak memory of the process, with all its threads, in bytes; undefined on systems without `/proc`.
   */
  memory(): { readonly now: number; readonly most: number } | undefined {
    const status = this.#procFile('status');
    const bytes = (name: string) =>
      1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status ?? '')?.[1]);
    return status === undefined ? undefined : { now: bytes('VmRSS'), most: bytes('VmHWM') };
  }

  /** Open files, sockets and pipes; undefined on systems without `/proc`. */
  descriptors(): number | undefined {
    try {
      return readdirSync(`/proc/${this.#child.pid}/fd`).length;
    } catch {
      return undefined;
    }
  }

  /** Threads of the process; undefined on systems without `/proc`. */
  threads(): number | undefined {
    const found = /^Threads:\s+(\d+)$/m.exec(this.#procFile('status') ?? '');
    return found === null ? undefined : Number(found[1]);
  }

  /**
   * Sends a message to the process and resolves to its next message.
   *
   * @throws Error where the process ends before
   */
  async ask(message: string | object): Promise<unknown> {
    const answered = new AbortController();
    const answer = once(this.#child, 'message', answered);
    const ended = once(this.#child, 'exit', answered).then(([code, signal]) => {
      throw new Error(`The process ended with ${signal ?? code}.`);
    });
    this.#child.send(message);
    try {
      return (await Promise.race([answer, ended]))[0];
    } finally {
      answered.abort();
      await Promise.allSettled([answer, ended]);
    }
  }

  /** The text of a file of the process in `/proc`; undefined on systems without it. */
  #procFile(name: string): string | undefined {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${name}`, 'latin1');
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}

/** The process that generates load, on another core than the server. */
export class LoadGenerator {
  readonly #child: ChildProcess;

  /** @param cores the cores that it may use; the second one unless given */
  constructor(cores = '1') {
    this.#child = start('./load.ts', cores);
  }

  async run(order: LoadOrder): Promise<LoadReport> {
    const report = once(this.#child, 'message');
    this.#child.send(order);
    return ((await report) as [LoadReport])[0];
  }

  stop(): void {
    this.#child.kill();
  }
}
