import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRESS = /^decidable: [^\n]* …\n/gmu;
export const LAUNCHER = fileURLToPath(new URL('../bin/decidable.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Standard error without progress, which depends on the speed of the machine. */
  readonly stderr: string;
  readonly progress: readonly string[];
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Options of Node.js itself. */
  readonly node?: readonly string[];
  /** A program and its arguments that is to run Node.js. */
  readonly before?: readonly string[];
}

/** Starts the real command like a shell, without environment variables that colour or configure it. */
export function start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const { before = [], node = [] } = options;
  const [program, ...rest] = [...before, process.execPath, ...node, LAUNCHER, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...options.env },
  });
  // A command that refuses its arguments may not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  return child;
}

/** Runs the command to its end. */
export async function decidable(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return finished(start(args, options));
}

export async function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const { stdout, stderr } = texts;
      const progress = stderr.match(PROGRESS) ?? [];
      resolve({ code, signal, stdout, stderr: stderr.replace(PROGRESS, ''), progress });
    });
  });
}

/** The first line that a running command prints. */
export async function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    child.on('close', (code) => reject(new Error(`ended with ${code} before it said anything: ${errors}`)));
  });
}
