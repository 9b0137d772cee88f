import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { basePath, type EndpointPath, type ErrorEnvelope } from '@decidable/contract';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { mintKey } from '../keys/mint-key.ts';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import type { ApiKey, KeyId, OrganizationId } from '../storage/ports.ts';

/** Limits that a test does not run into by accident, on a busy machine either. */
const generous = {
  RATE_LIMIT_SESSION: '1000000:1000000',
  RATE_LIMIT_CLIENT: '1000000:1000000',
  RATE_LIMIT_KEY: '1000000:1000000',
  RATE_LIMIT_UNKEYED: '1000000:1000000',
  RATE_LIMIT_GRADING: '1000000:1000000',
  RATE_LIMIT_WORK: '1000000:1000000',
  RATE_LIMIT_ORGANIZATION_WORK: '1000000:1000000',
  LOG_SAMPLE: '1',
  MAX_LAG_MS: '60000',
  DEADLINE_MS: '60000',
  LAME_DUCK_SECONDS: '0',
};

export interface TestKey {
  readonly id: KeyId;
  readonly organizationId: OrganizationId;
  readonly value: string;
  readonly prefix: string;
}

/** JSON that a test looks into without knowing its shape; what is not there is `undefined`. */
export interface Loose extends Iterable<Loose> {
  readonly [name: string | number]: Loose;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, whatever it turned out to be. */
  readonly body: Loose;
}

export interface PostOptions {
  /** `null` sends none. */
  readonly key?: TestKey | string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
}

/** The real service on a port of its own with an empty data folder, and what tests need to talk to it. */
export class RunningService {
  #service: Service;
  readonly #start: () => Promise<Service>;
  /** Every line of its log. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** A key of an organization of its own. */
  readonly key: TestKey;
  /** The data folder. */
  readonly folder: string;

  constructor(
    service: Service,
    start: () => Promise<Service>,
    log: readonly Readonly<Record<string, unknown>>[],
    folder: string,
    key: TestKey,
  ) {
    this.#service = service;
    this.#start = start;
    this.log = log;
    this.folder = folder;
    this.key = key;
  }

  static async start(
    environment: Readonly<Record<string, string>> = {},
    options: Pick<ServiceOptions, 'endpoints' | 'wait' | 'workers' | 'keptLimits'> = {},
  ): Promise<RunningService> {
    const folder = await mkdtemp(join(tmpdir(), 'decidable-test-'));
    const lines: Readonly<Record<string, unknown>>[] = [];
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const config = readConfig({
      ...generous,
      HOST: '127.0.0.1',
      PORT: '0',
      OPERATIONS_PORT: '0',
      DECIDABLE_DATA: folder,
      WORKERS: '1',
      ...environment,
    });
    // Most tests need no thread but the one that writes.
    const workers = { startLate: true, ...options.workers };
    const start = () => startService(config, { log: pino({ level: 'info' }, sink), ...options, workers });
    const service = await start();
    return new RunningService(service, start, lines, folder, await newKey(service));
  }

  get service(): Service {
    return this.#service;
  }

  /** Stops the service and starts it again on the same data folder. */
  async restart(): Promise<void> {
    await this.#service.close();
    this.#service = await this.#start();
  }

  url(path: string): string {
    return this.service.address + path;
  }

  /** A key; of a new organization unless told whose. */
  newKey(of?: OrganizationId, more: Partial<ApiKey> = {}): Promise<TestKey> {
    return newKey(this.service, of, more);
  }

  /** Calls an endpoint. */
  post(path: EndpointPath, body: unknown, options: PostOptions = {}): Promise<Answer> {
    return this.postTo(basePath + path, body, options);
  }

  /** Posts to any path. */
  async postTo(path: string, body: unknown, options: PostOptions = {}): Promise<Answer> {
    const { key = this.key, headers = {}, raw } = options;
    const response = await fetch(this.url(path), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== null && { 'x-api-key': typeof key === 'string' ? key : key.value }),
        ...headers,
      },
      body: raw ?? JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: asJson(text) as Loose };
  }

  /** A body that `/event` accepts from the service's key. */
  event(more: Readonly<Record<string, unknown>> = {}) {
    return { sessionId: 's-1', organizationId: this.key.organizationId, name: 'checkout_started', ...more };
  }

  async close(): Promise<void> {
    await this.#service.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function newKey(service: Service, of?: OrganizationId, more: Partial<ApiKey> = {}): Promise<TestKey> {
  const { storage } = service;
  const organizationId = of ?? (`org_${randomUUID()}` as OrganizationId);
  const createdAt = Date.now();
  if (of === undefined) await storage.organizations.create({ id: organizationId, name: 'Test', createdAt });
  const { id, value, hash, prefix } = mintKey();
  await storage.keys.create({ id, organizationId, hash, prefix, origins: [], createdAt, ...more });
  return { id, organizationId, value, prefix };
}

/** What is wrong with an error, or `undefined` when it is the envelope that the interface describes. */
export function envelopeFault(
  answer: Answer,
  status: number,
  code: string,
  path: string,
): string | undefined {
  const body = answer.body as unknown as ErrorEnvelope | undefined;
  if (answer.status !== status)
    return `status ${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`;
  if (body === undefined) return `not JSON: ${answer.text.slice(0, 200)}`;
  if (body.success !== false) return 'success is not false';
  if (body.error?.code !== code) return `code ${body.error?.code} instead of ${code}`;
  if (typeof body.error.message !== 'string' || body.error.message === '') return 'no message';
  if (new Date(body.timestamp).toISOString() !== body.timestamp) return `timestamp ${body.timestamp}`;
  if (body.path !== path) return `path ${body.path} instead of ${path}`;
  if (body.correlationId !== answer.headers.get('x-correlation-id')) return 'correlation ids differ';
  return undefined;
}
