import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { openSqliteStorage } from '../storage/index.ts';
import type { OrganizationId } from '../storage/ports.ts';
import type { ServiceProcess } from './service-process.ts';

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

  /** Whether a write was sent, acknowledged or not. */
  readonly wasSent = (id: string): boolean => /^w\d+\.$/.test(id) && Number(id.slice(1)) < this.#next;

  /** Begins to write to a service. */
  begin({ address }: ServiceProcess): void {
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

/** How a store differs from a ledger. */
export interface Balance {
  /** Acknowledged writes that the store does not have. */
  readonly lost: readonly string[];
  /** Writes that it has more than once. */
  readonly doubled: readonly string[];
  /** What it has that was never sent. */
  readonly strange: readonly string[];
}

export const BALANCED: Balance = { lost: [], doubled: [], strange: [] };

/**
 * Opens a store as a service does, and compares it with a ledger: it should have every acknowledged write once, and
 * none that was not sent.
 *
 * @returns also how many different writes it has
 */
export async function balance(
  folder: string,
  organizationId: OrganizationId,
  acknowledged: Iterable<string>,
  wasSent: (id: string) => boolean,
): Promise<{ readonly found: number; readonly balance: Balance }> {
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
  const lost = [...acknowledged].filter((id) => !found.has(id));
  const strange = [...found].filter((id) => !wasSent(id));
  return { found: found.size, balance: { lost, doubled, strange } };
}
