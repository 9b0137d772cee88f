import type { EventContent, StoredSession } from '../../commit/decide.ts';
import type { OrganizationId } from '../../ports.ts';

/** Facts of the store that decide what becomes of the commits of a group, as they were read under its locks. */
export interface KnownFacts {
  /** The number of the group's transaction, a decimal. */
  readonly transaction: string;
  readonly sessions: Map<string, StoredSession>;
  /** Digests of batches that were applied. */
  readonly batches: Map<string, string | null>;
  readonly events: Map<string, EventContent>;
  /** Decisions that exposures name. */
  readonly decisions: Set<string>;
  readonly requests: Set<string>;
  readonly erased: ReadonlySet<OrganizationId>;
}

/** A key of several texts as one. Ids have no such character: it is replaced in requests, and PostgreSQL refuses it. */
export const keyOf = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

/** The order in which rows are written by every node, so that no two wait for each other. */
export const byKey = (
  a: readonly [key: string, ...unknown[]],
  b: readonly [key: string, ...unknown[]],
): number => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
