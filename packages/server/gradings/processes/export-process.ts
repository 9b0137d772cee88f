import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WorkNotStarted } from '../../errors.ts';
import type { Progress, SentJob } from '../jobs/jobs.ts';
import { readFrames, sendFrame } from './frames.ts';
import type { JobDone, Said } from './serve-jobs.ts';

/** Characters of what a process wrote before it died that are told. */
const TOLD = 2_000;
/** Memory beside the heap: that of Node.js itself, and of bytes and unpacked texts, as a share of the heap. Set by hand. */
const BESIDE_THE_HEAP = { megabytes: 512, share: 0.5 };
const SHELL = '/bin/sh';
/** The folder that the packages lie in: `packages` of a checkout, `node_modules/@decidable` where they are installed. */
const PACKAGES = join(import.meta.dirname, '../../..');

/**
 * Bounds what the process may take before it becomes Node.js: memory outside of the heap too, which `--max-old-space-size`
 * does not count. Where the machine runs short, the kernel ends this process first.
 */
const BOUNDED = 'ulimit -d "$0" && { echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; exec "$@"';

/** A process has ended before it answered. */
export class ProcessDied extends Error {
  /** Whether it ended by what its job held: out of memory, or stopped by a check of V8. */
  readonly isOfItsJob: boolean;
  /** The signal, or `exit code` with its number: the log tells it, and no message, which may quote a file. */
  readonly code: string;
  constructor(code: string, wrote: string) {
    super(`The process ended by ${code}. ${wrote}`.trim());
    this.name = 'ProcessDied';
    this.code = code;
    this.isOfItsJob = OWN_SIGNALS.has(code);
  }
}

/** Signals by which a program ends itself. */
const OWN_SIGNALS: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);

interface Waiting {
  readonly resolve: (answer: JobDone) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export interface ExportProcessOptions {
  /** Megabytes of its heap. */
  readonly memory: number;
  /** The module that it runs. */
  readonly module: URL;
}

/**
 * A process that carries out one job at a time, less urgent than the one that serves, without a network, without a
 * place to write to, and with nothing to read but its own code. Nothing that a file does to it reaches anything else.
 */
export class ExportProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ready = Promise.withResolvers<void>();
  /** Resolves when it has ended: with why, where nobody meant it to. */
  readonly ended: Promise<Error | undefined>;
  #waiting: Waiting | undefined;
  #death: Error | undefined;
  #isEnding = false;
  #isReady = false;
  #wrote = '';

  constructor({ memory, module }: ExportProcessOptions) {
    this.#child = spawn(...command(memory, fileURLToPath(module)), {
      // No keys and no addresses of stores.
      env: pick(process.env, ['PATH', 'LANG', 'TZ', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'SystemRoot']),
    });
    this.#ready.promise.catch(() => {});
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        resolve(this.#died(error));
      });
      this.#child.once('close', (code, signal) => {
        resolve(this.#died(deathOf(code, signal, this.#wrote)));
      });
    });
    // Its end tells more than a pipe that is closed.
    this.#child.stdin.on('error', () => {});
    this.#child.stderr.on('data', (more) => {
      this.#wrote = (this.#wrote + more).slice(0, TOLD);
    });
    void this.#listen();
  }

  /** Whether its module could be started. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether it was killed: it may not have ended yet. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /**
   * Carries out a job; to be called again when it has ended.
   *
   * @throws WorkNotStarted; ProcessDied; the reason of the signal, which ends the process
   */
  async run(sent: SentJob, signal: AbortSignal, onProgress?: (progress: Progress) => void): Promise<JobDone> {
    const giveUp = () => {
      this.#waiting?.reject(signal.reason);
      this.end();
    };
    signal.throwIfAborted();
    if (this.#death !== undefined) throw this.#death;
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await new Promise<JobDone>((resolve, reject) => {
        this.#waiting = { resolve, reject, onProgress };
        this.#ready.promise.then(
          () => sendFrame(this.#child.stdin, sent),
          (error: unknown) => reject(new WorkNotStarted(error)),
        );
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#waiting = undefined;
    }
  }

  /** Ends it at once. */
  end(): void {
    this.#isEnding = true;
    this.#child.kill('SIGKILL');
  }

  async #listen(): Promise<void> {
    try {
      for await (const message of readFrames(this.#child.stdout)) {
        const said = message as Said;
        if (said.kind === 'ready') {
          this.#isReady = true;
          this.#ready.resolve();
        } else if (said.kind === 'progress') this.#waiting?.onProgress?.(said.progress);
        else this.#waiting?.resolve(said);
      }
    } catch (error) {
      this.#waiting?.reject(error);
      this.end();
    }
  }

  #died(error: Error): Error | undefined {
    this.#death ??= error;
    if (!this.#isReady) this.#ready.reject(error);
    else this.#waiting?.reject(error);
    return this.#isEnding ? undefined : error;
  }
}

/** The folders of the packages and of what they depend on: all that a process reads but for what it is sent. */
function codeFolders(): string[] {
  const folders: string[] = [];
  for (let folder = PACKAGES; ; folder = dirname(folder)) {
    if (basename(folder) !== 'node_modules') folders.push(join(folder, 'node_modules'));
    if (folder === dirname(folder)) return [PACKAGES, ...folders.filter(existsSync)];
  }
}

function command(memory: number, script: string): [string, string[]] {
  const compiled = getCompileCacheDir();
  const cache = compiled === undefined ? [] : [dirname(compiled)];
  const node = [
    process.execPath,
    '--permission',
    ...[...codeFolders(), ...cache, script].map((path) => `--allow-fs-read=${path}`),
    // Without it Node.js keeps no compiled modules. It is given up before a job comes.
    ...cache.map((path) => `--allow-fs-write=${path}`),
    `--max-old-space-size=${memory}`,
    script,
  ];
  if (!existsSync(SHELL)) return [node[0], node.slice(1)];
  const kilobytes = 1024 * Math.ceil(memory * (1 + BESIDE_THE_HEAP.share) + BESIDE_THE_HEAP.megabytes);
  return [SHELL, ['-c', BOUNDED, String(kilobytes), ...node]];
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

function deathOf(code: number | null, signal: string | null, wrote: string): ProcessDied {
  return new ProcessDied(signal ?? `exit code ${code}`, wrote.trim());
}
