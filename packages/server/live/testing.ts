import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { CatalogRankedResponse, ErrorEnvelope, TrackResponse } from '@decidable/contract';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { mintKey } from '../gateway/key.ts';
import { type Service, startService } from '../service.ts';
import type { OrganizationId } from '../storage/ports.ts';
import { Builder } from './builder.ts';
import { openLive } from './live.ts';
import { type Replayed, replayDecision } from './replaying.ts';
import { type Trained, trainModel } from './training.ts';

/** Sixty products: boots, hats and scarves of three colours, £10 to £200. */
export const SIXTY_PRODUCTS = [
  'sku,title,category,brand,colour,material,price',
  ...Array.from({ length: 60 }, (_, i) => {
    const category = ['Boots', 'Hats', 'Scarves'][i % 3]!;
    const colour = ['Red', 'Navy Blue', 'Green', 'Black'][i % 4]!;
    const brand = ['Acme', 'Bolt', 'Cord', 'Dune', 'Echo'][i % 5]!;
    const material = ['Leather', 'Wool'][Math.floor(i / 3) % 2]!;
    return `p${i},${colour} ${category} ${i},${category},${brand},${colour},${material},${10 + ((i * 37) % 190)}`;
  }),
].join('\n');

/** An answer of the service, body parsed. */
export interface Answered<Body = unknown> {
  readonly status: number;
  readonly body: Body;
}

/** A running service with one organization and its key, as a test sees it from outside. */
export class ServiceUnderTest {
  readonly folder: string;
  readonly organizationId: OrganizationId;
  #service: Service;
  readonly #key: string;

  constructor(folder: string, organizationId: OrganizationId, service: Service, key: string) {
    this.folder = folder;
    this.organizationId = organizationId;
    this.#service = service;
    this.#key = key;
  }

  static async start(): Promise<ServiceUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'decidable-live-'));
    const service = await startIn(folder);
    const organizationId = `org_${randomUUID()}` as OrganizationId;
    const at = Date.now();
    await service.storage.organizations.create({ id: organizationId, name: 'Test', createdAt: at });
    const { id, value, hash, prefix } = mintKey();
    await service.storage.keys.create({ id, organizationId, hash, prefix, origins: [], createdAt: at });
    return new ServiceUnderTest(folder, organizationId, service, value);
  }

  get address(): string {
    return this.#service.address;
  }

  get key(): string {
    return this.#key;
  }

  get storage(): Service['storage'] {
    return this.#service.storage;
  }

  async restart(): Promise<void> {
    await this.#service.close();
    this.#service = await startIn(this.folder);
  }

  async stop(): Promise<void> {
    await this.#service.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Stores a catalogue and answers its version. */
  async importCatalogue(csv: string): Promise<string> {
    const bytes = new TextEncoder().encode(csv);
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const products = csv.trim().split('\n').length - 1;
    const { organizationId } = this;
    await this.storage.catalogues.put({
      organizationId,
      version,
      products,
      importedAt: Date.now(),
      csv: bytes,
    });
    return version;
  }

  /** Trains the organization's model as the command line does, beside the service. */
  async learn(): Promise<Trained | undefined> {
    const builder = new Builder();
    try {
      const trained = await trainModel(this.storage, builder, this.organizationId, Date.now());
      // The service puts it in its place when it has read it.
      await setTimeout(50);
      return trained;
    } finally {
      await builder.close();
    }
  }

  /** Makes a kept decision again, as the command line does. */
  async replay(decisionId: string): Promise<Replayed> {
    const decision = await this.storage.outcomes.decision(this.organizationId, decisionId);
    if (decision === undefined) throw new Error(`There is no decision ${decisionId}.`);
    const live = openLive({ storage: this.storage });
    try {
      return await replayDecision(this.storage, live.shops, this.organizationId, decision);
    } finally {
      await live.close();
    }
  }

  /** Calls an endpoint; `organizationId` is filled in where the body has none. */
  async post<Body>(
    path: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<Answered<Body>> {
    const response = await fetch(`${this.#service.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.#key, ...headers },
      body: JSON.stringify({ organizationId: this.organizationId, ...body }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Like `post`, for calls that must succeed. */
  async ok<Body>(
    path: string,
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const answer = await this.post<Body>(path, body, headers);
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  track(sessionId: string, ...signals: readonly (readonly [type: string, value?: string])[]) {
    return this.ok<TrackResponse>('/track', {
      sessionId,
      signals: signals.map(([type, value]) => ({ type, ...(value !== undefined && { value }) })),
    });
  }

  ranked(sessionId: string, more: Record<string, unknown> = {}) {
    return this.ok<CatalogRankedResponse>('/catalog/ranked', { sessionId, ...more });
  }

  /** The message of a call that must be refused as a bad request. */
  async refused(path: string, body: Record<string, unknown>): Promise<string> {
    const answer = await this.post<ErrorEnvelope>(path, body);
    if (answer.status !== 400) throw new Error(`${path} answered ${answer.status}, not 400`);
    return answer.body.error.message;
  }
}

/** Limits are out of the way: the tests of the gateway look at those. */
const LIMITS = Object.fromEntries(
  ['SESSION', 'CLIENT', 'KEY', 'UNKEYED', 'GRADING'].map((name) => [`RATE_LIMIT_${name}`, '100000:100000']),
);

function startIn(folder: string): Promise<Service> {
  const config = readConfig({
    ...LIMITS,
    HOST: '127.0.0.1',
    PORT: '0',
    OPERATIONS_PORT: '0',
    WORKERS: '1',
    MAX_LAG_MS: '60000',
    DECIDABLE_DATA: folder,
  });
  return startService(config, { log: pino({ level: process.env.TEST_LOG ?? 'silent' }) });
}
