import type { Change, OrganizationId, SessionId } from '../../../ports.ts';
import type { LeasedMemory } from '../channel/leased-memory.ts';
import type { ValkeyObserver } from '../connection/valkey-observer.ts';
import { Valkey } from '../valkey.ts';
import { until } from './valkey-process.ts';

export const RETENTION = 30 * 24 * 60 * 60 * 1000;

let ids = 0;
export const organizationId = () => `org_${process.pid}_${++ids}` as OrganizationId;
export const sessionId = () => `session-${process.pid}-${++ids}` as SessionId;

/** A store that knows the last version of one organization's keys. */
export interface StoreOfOne {
  version: number;
}

/** A node that looks up one value of a store as a node looks up keys. */
export class NodeUnderTest {
  readonly valkey: Valkey;
  readonly heard: (number | 'missed')[] = [];
  readonly announced: boolean[] = [];
  readonly #memory: LeasedMemory<'key', number>;
  readonly #store: StoreOfOne;

  constructor(url: string, organization: OrganizationId, store: StoreOfOne, observer: ValkeyObserver = {}) {
    this.#store = store;
    this.valkey = new Valkey({
      url,
      node: 'test',
      retention: RETENTION,
      prefix: organization,
      observer: { announced: ({ confirmed }) => this.announced.push(confirmed), ...observer },
    });
    this.#memory = this.valkey.memory();
    this.valkey.changes.subscribe({
      changed: ({ version }: Change) => {
        this.#memory.clear();
        this.heard.push(version);
      },
      missed: () => {
        this.#memory.clear();
        this.heard.push('missed');
      },
    });
  }

  /** The value as a request would have it now, from memory if the lease allows it. */
  known(): { readonly version: number; readonly from: 'memory' | 'store' } {
    const version = this.#memory.get('key');
    return version === undefined
      ? { version: this.#store.version, from: 'store' }
      : { version, from: 'memory' };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.valkey.close();
  }

  /** Has the value in memory, as after a request. */
  async warm(): Promise<void> {
    await until('the node holds a lease', () => this.valkey.trusted);
    await this.#memory.read('key', async () => this.#store.version);
  }
}
