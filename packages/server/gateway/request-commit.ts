import { type EndpointPath, metered } from '@decidable/contract';
import type { OrganizationId, Storage, Write, WriteOutcome } from '../storage/ports.ts';

const isConflict = (outcome: WriteOutcome): boolean =>
  outcome.kind === 'signals' && outcome.status === 'conflict';

/**
 * The writes of one request, metering among them. The request is counted with its first commit that is not a
 * conflict, so that it counts exactly once, in the same transaction as what it wrote.
 */
export class RequestCommit {
  readonly #storage: Storage;
  readonly #organizationId: OrganizationId;
  readonly #path: EndpointPath;
  readonly #at: number;
  #owed: boolean;

  constructor(storage: Storage, organizationId: OrganizationId, path: EndpointPath, at: number) {
    this.#storage = storage;
    this.#organizationId = organizationId;
    this.#path = path;
    this.#at = at;
    this.#owed = metered[path];
  }

  write(writes: readonly Write[]): Promise<readonly WriteOutcome[]> {
    const organizationId = this.#organizationId;
    const at = this.#at;
    const metered = this.#owed ? this.#path : undefined;
    return this.#storage.commit({ organizationId, at, writes, metered }).then((outcomes) => {
      if (!outcomes.some(isConflict)) this.#owed = false;
      return outcomes;
    });
  }

  /** Whether the request has yet to be counted. */
  get owes(): boolean {
    return this.#owed;
  }

  /** Counts the request if no write of its own has. */
  async finish(): Promise<void> {
    if (this.#owed) await this.write([]);
  }
}
