import type { MeteredRequest, PendingUsageLog } from '../storage/ports.ts';

/** Copies of pending usage that outlive a node and its disk. Its calls never reject. */
export interface UsageCopies {
  put(request: MeteredRequest): Promise<void>;
  remove(requestIds: readonly string[]): Promise<void>;
}

/** Keeps pending usage in a log, and copies of it where other nodes find them if this one is lost. */
export class CopiedUsageLog implements PendingUsageLog {
  readonly #log: PendingUsageLog;
  readonly #copies: UsageCopies;
  readonly #copied: Set<string>;

  constructor(log: PendingUsageLog, copies: UsageCopies) {
    this.#log = log;
    this.#copies = copies;
    this.#copied = new Set(log.found.map(({ requestId }) => requestId));
  }

  get found(): readonly MeteredRequest[] {
    return this.#log.found;
  }

  async append(request: MeteredRequest): Promise<void> {
    await this.#log.append(request);
    // Only then: a request that the log refuses is refused, and counted under another id when it comes again.
    this.#copied.add(request.requestId);
    await this.#copies.put(request);
  }

  async clear(): Promise<void> {
    const counted = [...this.#copied];
    this.#copied.clear();
    await this.#log.clear();
    await this.#copies.remove(counted);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
