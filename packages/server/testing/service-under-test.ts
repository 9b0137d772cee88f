import { createHash } from 'node:crypto';
import type { CatalogRankedResponse, EndpointPath, TrackResponse } from '@decidable/contract';
import { type Trained, trainModel } from '../learning/train-model.ts';
import type { DecisionRecord } from '../ranking/decision-record.ts';
import { type Replayed, replayDecision } from '../ranking/replay-decision.ts';
import { openServices } from '../services.ts';
import { BuildPool } from '../shops/build/build-pool.ts';
import type { OrganizationId, Storage } from '../storage/ports.ts';
import { type Answer, RunningService } from './running-service.ts';

/** Sixty products: boots, hats and scarves of three colours, £10 to £200. */
export const SIXTY_PRODUCTS = [
  'sku,title,category,brand,colour,material,price',
  ...Array.from({ length: 60 }, (_, i) => {
    const category = ['Boots', 'Hats', 'Scarves'][i % 3];
    const colour = ['Red', 'Navy Blue', 'Green', 'Black'][i % 4];
    const brand = ['Acme', 'Bolt', 'Cord', 'Dune', 'Echo'][i % 5];
    const material = ['Leather', 'Wool'][Math.floor(i / 3) % 2];
    return `p${i},${colour} ${category} ${i},${category},${brand},${colour},${material},${10 + ((i * 37) % 190)}`;
  }),
].join('\n');

/** A running service with one organization and its key, as a shop sees it. */
export class ServiceUnderTest {
  readonly #running: RunningService;

  constructor(running: RunningService) {
    this.#running = running;
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ServiceUnderTest> {
    return new ServiceUnderTest(await RunningService.start({ LOG_SAMPLE: '0', ...environment }));
  }

  get organizationId(): OrganizationId {
    return this.#running.key.organizationId;
  }

  get storage(): Storage {
    return this.#running.service.storage;
  }

  /** The address of health, readiness and metrics. */
  get operationsAddress(): string {
    return this.#running.service.operationsAddress;
  }

  restart(): Promise<void> {
    return this.#running.restart();
  }

  stop(): Promise<void> {
    return this.#running.close();
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

  /** Trains the organization's model as the command line does, beside the service, until that ranks by it. */
  async learn(): Promise<Trained | undefined> {
    const builder = new BuildPool();
    try {
      const trained = await trainModel(this.storage, builder, this.organizationId, Date.now());
      while (trained !== undefined && (await this.#modelVersion()) !== trained.stored.version);
      return trained;
    } finally {
      await builder.close();
    }
  }

  async #modelVersion(): Promise<string> {
    const { decisionId } = await this.ranked('nobody');
    const decision = await this.storage.outcomes.decision(this.organizationId, decisionId);
    return (JSON.parse(decision!.replay) as DecisionRecord).modelVersion;
  }

  /** Makes a kept decision again, as the command line does. */
  async replay(decisionId: string): Promise<Replayed> {
    const decision = await this.storage.outcomes.decision(this.organizationId, decisionId);
    if (decision === undefined) throw new Error(`There is no decision ${decisionId}.`);
    const services = openServices({ storage: this.storage });
    try {
      return await replayDecision(this.storage, services.shops, this.organizationId, decision);
    } finally {
      await services.close();
    }
  }

  #post(path: EndpointPath, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#running.post(path, { organizationId: this.organizationId, ...body }, { headers });
  }

  /** Calls an endpoint, which must succeed; `organizationId` is filled in where the body has none. */
  async ok<Body>(
    path: EndpointPath,
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const answer = await this.#post(path, body, headers);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as unknown as Body;
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
  async refused(path: EndpointPath, body: Record<string, unknown>): Promise<string> {
    const answer = await this.#post(path, body);
    if (answer.status !== 400) throw new Error(`${path} answered ${answer.status}, not 400`);
    return String(answer.body.error.message);
  }
}
