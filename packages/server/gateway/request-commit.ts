import { type EndpointPath, metered } from '@decidable/contract';
import type { Commit, OrganizationId, Storage, Write, WriteOutcome } from '../storage/ports.ts';

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

  async write(writes: readonly Write[]): Promise<readonly WriteOutcome[]> {
    const organizationId = this.#organizationId;
    const at = this.#at;
    const commit: Commit = this.#owed
      ? { organizationId, at, writes, metered: this.#path }
      : { organizationId, at, writes };
    const outcomes = await this.#storage.commit(commit);
    if (!outcomes.some((outcome) => outcome.kind === 'signals' && outcome.status === 'conflict')) {
      this.#owed = false;
    }
    return outcomes;
  }

  /** Tells that a commit made elsewhere has counted the request. */
  counted(): void {
    this.#owed = false;
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
