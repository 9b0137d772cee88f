import type { Exchange } from './exchange.ts';
import type { Check } from './request-check.ts';

/**
 * A route of other systems, which have no key of their own: the path says who calls, and the signature of the body shows
 * it. It passes the checks of an endpoint but those of keys.
 */
export interface SignedRoute {
  /** As declared. */
  readonly path: string;
  readonly bodyLimit: number;
  /** Whether a path is one of it. */
  matches(path: string): boolean;
  /** Finds who calls, and sets it on the exchange as its key; all limits then count as for a key. */
  readonly identify: Check;
  /** Checks the signature of a body and answers it, or refuses it with the error. Never rejects. */
  answer(exchange: Exchange, body: Buffer): Promise<void>;
}

/** Refuses whoever is not who it says, and counts that for its address. */
export type RefuseUnsigned = (exchange: Exchange, message: string) => void | Promise<void>;
