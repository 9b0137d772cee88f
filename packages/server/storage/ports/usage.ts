import type { Commit } from './commit.ts';
import type { OrganizationId } from './identity.ts';

export interface UsageLine {
  /** First path segment: `catalog`, `track`, … */
  readonly operation: string;
  readonly requests: number;
  readonly endpoints: Readonly<Record<string, number>>;
}

/** The usage of a UTC day, as `YYYY-MM-DD`. */
export interface UsageDay {
  readonly day: string;
  readonly lines: readonly UsageLine[];
}

export interface Usage {
  /** `from` and `to` are UTC days, both included, as `YYYY-MM-DD`. */
  report(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageLine[]>;
  /** The same for each day with requests, oldest first. */
  days(organizationId: OrganizationId, from: string, to: string): Promise<readonly UsageDay[]>;
}

/** The count of a request that writes nothing. */
export interface MeteredRequest extends Commit {
  readonly metered: string;
  readonly requestId: string;
  readonly writes: readonly [];
}

/**
 * Keeps pending usage: requests that were answered while the store could not count them. Rejects with
 * `StoreUnavailable` where it cannot keep one; that one may all the same be found after a crash.
 */
export interface PendingUsageLog {
  /** The requests that were pending when the log was opened, oldest first. */
  readonly found: readonly MeteredRequest[];
  /** Durable when it resolves. */
  append(request: MeteredRequest): Promise<void>;
  /** Removes everything that was found or appended before. After a crash it may be found again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
