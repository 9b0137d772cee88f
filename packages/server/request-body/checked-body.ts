import type { EndpointContract, LeftOut, Warning } from '@decidable/contract';
import type { OrganizationId } from '../storage/ports.ts';
import { checkFields } from './fields.ts';
import { parseJson } from './json.ts';
import { misspellings } from './misspellings.ts';
import { readUsableEntries } from './usable-entries.ts';

/** A body that has been parsed and validated against the schema of its endpoint. */
export interface CheckedBody {
  readonly body: unknown;
  /** What was accepted, but is probably not what was meant. */
  readonly warnings: Warning[];
  /** Entries of its list that are not ranked. */
  readonly leftOut: readonly LeftOut[];
}

/** Parses and validates a body. @throws DomainError when it is no JSON, or does not fit the schema */
export function checkBody(contract: EndpointContract, bytes: Uint8Array): CheckedBody {
  const sent = parseJson(bytes);
  const warnings: Warning[] = [];
  const leftOut = readUsableEntries(contract.path, sent, warnings);
  const body = checkFields(contract, sent);
  return { body, warnings: [...warnings, ...misspellings(contract, body)], leftOut };
}

/**
 * Bodies up to this size, in bytes, are read on the serving thread: any content takes a few ms, and the
 * way to another thread and back takes longer (docs/design/gateway.md, Decisions).
 */
export const MOST_READ_AT_ONCE = 32 * 1024;

/** Parses and validates bodies that would block every other request meanwhile. */
export interface LargeBodies {
  /**
   * Resolves when a large request may be worked on; organizations take turns, by bytes. Holds until the function that it
   * resolves with is called, once the request is answered.
   *
   * @param ended gives up the wait when it is aborted; rejects with its reason
   * @throws Overloaded when too many wait
   */
  turn(organizationId: OrganizationId, bytes: number, ended?: AbortSignal): Promise<() => void>;
  /** @throws DomainError as `checkBody` does, TooLarge when memory runs out, WorkInterrupted when the thread that reads has ended */
  read(contract: EndpointContract, bytes: Uint8Array, organizationId: OrganizationId): Promise<CheckedBody>;
}
