import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId } from '../storage/ports.ts';

const script = fileURLToPath(new URL('./service.child.ts', import.meta.url));

/** A service in a process of its own, which tests may kill, stop, trace and send through time. */
export class LedgerService {
  readonly address: string;
  readonly #pid: number;
  readonly #child: ChildProcess;

  private constructor(address: string, pid: number, child: ChildProcess) {
    this.address = address;
    this.#pid = pid;
    this.#child = child;
  }

  /** @param before a command that runs the service, such as a tracer */
  static async start(folder: string, before: readonly string[] = []): Promise<LedgerService> {
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
        RATE_LIMIT_SESSION: '100000:100000',
        RATE_LIMIT_CLIENT: '100000:100000',
        RATE_LIMIT_KEY: '100000:100000',
      },
    });
    for await (const line of createInterface(child.stdout!)) {
      const [address, pid] = line.split(' ');
      if (address?.startsWith('http')) return new LedgerService(address, Number(pid), child);
    }
    throw new Error('The service ended before it listened.');
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.#pid, name);
  }

  async end(name: NodeJS.Signals): Promise<void> {
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

/** Writes that are under way at one time. */
const WRITERS = 32;
/** Writes of one session. */
const A_SESSION = 10;

/**
 * A client that remembers every write that was acknowledged. A write without an answer, or refused with 503, is sent
 * again with the same id until it is acknowledged.
 */
export class Ledger {
  readonly acknowledged = new Set<string>();
  /** The writes by the correlation ids of their answers. */
  readonly answers = new Map<string, string>();
  refused = 0;
  readonly #organizationId: OrganizationId;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  readonly #unanswered: string[] = [];
  #address = '';
  #next = 0;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();
  #wake = () => {};

  constructor(organizationId: OrganizationId, key: string) {
    this.#organizationId = organizationId;
    this.#key = key;
  }

  /** Begins to write to a service. */
  begin({ address }: LedgerService): void {
    this.#address = address;
    this.#over = false;
    this.#running = Promise.all(Array.from({ length: WRITERS }, () => this.#write()));
    this.#running.catch(() => {});
  }

  /** Resolves when so many more writes have been acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.size + count;
    await this.#until(() => this.acknowledged.size >= enough);
  }

  /** Resolves when so many more writes have been refused. */
  async moreRefused(count: number): Promise<void> {
    const enough = this.refused + count;
    await this.#until(() => this.refused >= enough);
  }

  /** Stops writing: to be called after the service has ended, or before. */
  async pause(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  async #until(isEnough: () => boolean): Promise<void> {
    const reached = async () => {
      while (!isEnough()) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    };
    // A writer that met a wrong answer ends the wait.
    await Promise.race([reached(), this.#running.then(() => assert.fail('the client has stopped'))]);
  }

  async #write(): Promise<void> {
    while (!this.#over) {
      const id = this.#unanswered.pop() ?? `w${this.#next++}.`;
      const status = await this.#post(id);
      if (status === 200) this.acknowledged.add(id);
      else {
        assert.ok(status === undefined || status === 503, `${id} was answered with ${status}`);
        this.#unanswered.push(id);
        this.refused++;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      this.#wake();
    }
  }

  /** An event, or every third time a batch of signals. Resolves with the status, or undefined without an answer. */
  #post(id: string): Promise<number | undefined> {
    const number = Number(id.slice(1));
    const sessionId = `session-${Math.floor(number / A_SESSION)}`;
    const [path, body] =
      number % 3 === 0
        ? ['/track', { sessionId, batchId: id, signals: [{ type: 'category_view', value: id }] }]
        : ['/event', { sessionId, name: 'checkout', eventId: id }];
    const bytes = JSON.stringify({ organizationId: this.#organizationId, ...(body as object) });
    return new Promise((resolve) => {
      const sent = request(
        `${this.#address}/api/v1${path}`,
        {
          method: 'POST',
          agent: this.#agent,
          headers: { 'content-type': 'application/json', 'x-api-key': this.#key },
        },
        (response) => {
          response.resume();
          response.on('close', () => {
            if (!response.complete) return resolve(undefined);
            this.answers.set(String(response.headers['x-correlation-id']), id);
            resolve(response.statusCode);
          });
        },
      );
      // The test killed the service while the request was under way.
      sent.on('error', () => resolve(undefined));
      sent.end(bytes);
    });
  }
}

/** Opens a store as a service does, and compares it with a ledger: every write once, and no other. */
export async function balance(
  folder: string,
  organizationId: OrganizationId,
  acknowledged: Iterable<string>,
): Promise<{ readonly found: number; readonly lost: string[]; readonly doubled: string[] }> {
  const storage = await openSqliteStorage({ folder, role: 'serve' });
  const found = new Set<string>();
  const doubled: string[] = [];
  const count = (id: string) => (found.has(id) ? doubled.push(id) : found.add(id));
  try {
    for await (const { eventId } of storage.outcomes.events(organizationId, 0)) count(eventId);
    for await (const { signals } of storage.sessions.since(organizationId, 0)) {
      for (const { type, value } of signals) if (type === 'category_view') count(String(value));
    }
  } finally {
    await storage.close();
  }
  return { found: found.size, lost: [...acknowledged].filter((id) => !found.has(id)), doubled };
}
