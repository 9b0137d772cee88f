import type { EndpointContract, Warning } from '@decidable/contract';
import { checkFields } from './fields.ts';
import { parseJson } from './json.ts';
import { misspellings } from './misspellings.ts';

/** A body that has been read and held against the schema of its endpoint. */
export interface CheckedBody {
  readonly body: unknown;
  /** Fields that look misspelt. */
  readonly warnings: Warning[];
}

/** @throws Refusal when it is no JSON, or its fields are not what they should be */
export function checkBody(contract: EndpointContract, bytes: Uint8Array): CheckedBody {
  const body = checkFields(contract, parseJson(bytes));
  return { body, warnings: misspellings(contract, body) };
}

/** Bodies up to this size are read where they arrive: whatever is in them, it takes a few ms. */
export const MOST_READ_AT_ONCE = 32 * 1024;

/** Reads bodies that would hold up every other request. */
export interface LargeBodies {
  /** @throws Refusal as `checkBody` does, and 503 when too many wait to be read */
  read(contract: EndpointContract, bytes: Uint8Array): Promise<CheckedBody>;
}
