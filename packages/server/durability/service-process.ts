import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./service.child.ts', import.meta.url));

/** A service in a process of its own, which tests may kill, stop, trace and send through time. */
export class ServiceProcess {
  static readonly #left = new Set<ServiceProcess>();

  readonly address: string;
  /** The service itself, if the started process is a tracer. */
  readonly #pid: number;
  readonly #child: ChildProcess;

  private constructor(address: string, pid: number, child: ChildProcess) {
    this.address = address;
    this.#pid = pid;
    this.#child = child;
    ServiceProcess.#left.add(this);
  }

  /** Kills the processes that a failed test has not ended, which it would otherwise wait for. */
  static async endAll(): Promise<void> {
    for (const left of ServiceProcess.#left) await left.end('SIGKILL');
  }

  /**
   * @param before a command that runs the service, such as a tracer
   * @param environment settings beside those of every test
   */
  static async start(
    folder: string,
    before: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ServiceProcess> {
    const [program = '', ...args] = [...before, process.execPath, script];
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DECIDABLE_DATA: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        OPERATIONS_PORT: '0',
        LOG_LEVEL: 'silent',
        WORKERS: '1',
        MAX_LAG_MS: '60000',
        DEADLINE_MS: '60000',
        RATE_LIMIT_SESSION: '100000:100000',
        RATE_LIMIT_CLIENT: '100000:100000',
        RATE_LIMIT_KEY: '100000:100000',
        ...environment,
      },
    });
    for await (const line of createInterface(child.stdout!)) {
      const [address, pid] = line.split(' ');
      if (address?.startsWith('http')) return new ServiceProcess(address, Number(pid), child);
    }
    throw new Error('The service ended before it listened.');
  }

  /** Whether the process has ended, by itself or not. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#pid;
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.#pid, name);
  }

  async end(name: NodeJS.Signals): Promise<void> {
    ServiceProcess.#left.delete(this);
    if (this.hasEnded) return;
    const exit = once(this.#child, 'exit');
    this.signal(name);
    await exit;
  }

  /** Limits the size of its files in bytes. */
  limitFiles(bytes: string): void {
    execFileSync('prlimit', ['--pid', `${this.#pid}`, `--fsize=${bytes}:`]);
  }

  /** Sets its clock forward, or back. */
  async moveClock(ms: number): Promise<void> {
    const moved = once(this.#child, 'message');
    this.#child.send(ms);
    await moved;
  }
}
