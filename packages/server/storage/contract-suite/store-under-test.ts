import { randomUUID } from 'node:crypto';
import type {
  ApiKey,
  Commit,
  KeyHash,
  KeyId,
  LoggedSignal,
  OrganizationId,
  OutcomeEvent,
  RankingDecision,
  SessionId,
  Storage,
  Write,
  WriteOutcome,
} from '../ports.ts';

/** An opened store, with the ways to see it as other processes do. */
export interface OpenedStore {
  readonly storage: Storage;
  /** Opens the same store once more, as another process has it. */
  beside(): Promise<Storage>;
  /** Closes the store and opens it again, as after a restart. */
  reopen(): Promise<Storage>;
  /** Makes the store unavailable to writes until the returned function is called. */
  fail(): Promise<() => Promise<void>>;
  /** Resolves when a request that is sent now would have to know what other processes have changed before. */
  arrival(): Promise<void>;
  dispose(): Promise<void>;
}

/** An adapter under test. */
export interface StorageAdapter {
  readonly name: string;
  open(): Promise<OpenedStore>;
}

/** The store that the contract tests of all ports share; each test uses organizations of its own. */
export class StoreUnderTest {
  #opened: OpenedStore | undefined;
  #storage: Storage | undefined;

  async open(adapter: StorageAdapter): Promise<void> {
    this.#opened = await adapter.open();
    this.#storage = this.#opened.storage;
  }

  get storage(): Storage {
    return this.#storage!;
  }

  beside(): Promise<Storage> {
    return this.#opened!.beside();
  }

  async reopen(): Promise<void> {
    this.#storage = await this.#opened!.reopen();
  }

  fail(): Promise<() => Promise<void>> {
    return this.#opened!.fail();
  }

  arrival(): Promise<void> {
    return this.#opened!.arrival();
  }

  dispose(): Promise<void> {
    return this.#opened!.dispose();
  }

  commit(
    organization: OrganizationId,
    writes: readonly Write[],
    more: Partial<Commit> = {},
  ): Promise<readonly WriteOutcome[]> {
    return this.storage.commit({ organizationId: organization, at: NOON, writes, ...more });
  }
}

export const NOON = Date.UTC(2025, 2, 14, 12);

export const organizationId = () => `org_${randomUUID()}` as OrganizationId;
export const sessionId = () => `session-${randomUUID()}` as SessionId;

export function key(organization: OrganizationId, more: Partial<ApiKey> = {}): ApiKey {
  const id = randomUUID();
  return {
    id: id as KeyId,
    organizationId: organization,
    hash: `hash-${id}` as KeyHash,
    prefix: 'pk_live_abcd',
    origins: [],
    createdAt: NOON,
    ...more,
  };
}

export function signals(from: number, count: number): LoggedSignal[] {
  return Array.from({ length: count }, (_, index) => ({
    sequence: from + index,
    type: 'product_view',
    value: `sku-${from + index}`,
    at: NOON + from + index,
  }));
}

export function append(session: SessionId, after: number, count: number, more: Partial<Write> = {}): Write {
  return {
    kind: 'signals',
    sessionId: session,
    after,
    signals: signals(after + 1, count),
    openedAt: NOON,
    ...more,
  } as Write;
}

export function event(more: Partial<OutcomeEvent> = {}): OutcomeEvent {
  return { eventId: randomUUID(), sessionId: sessionId(), name: 'checkout_started', at: NOON, ...more };
}

export function decision(more: Partial<RankingDecision> = {}): RankingDecision {
  return {
    id: `dec-${randomUUID()}`,
    sessionId: sessionId(),
    endpoint: '/catalog/ranked',
    at: NOON,
    replay: '{"sequence":3}',
    ranked: '[["sku-1",0.5,[]]]',
    ...more,
  };
}

export function catalogue(organization: OrganizationId, version: string, bytes = 10) {
  return {
    organizationId: organization,
    version,
    products: 3,
    importedAt: NOON,
    csv: new Uint8Array(bytes).map((_, index) => index % 251),
  };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
