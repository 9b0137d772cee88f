import type { Exchange } from './exchange.ts';

/**
 * One check that a request has to pass. It throws if the request does not pass, and returns a promise only if it has to
 * wait: most checks read memory only, and nothing is awaited for them.
 */
export type Check = (exchange: Exchange) => void | Promise<void>;

/** Takes a request through checks, in order, then calls on; refuses it with the error that one of them throws. */
export function pass(
  exchange: Exchange,
  checks: readonly Check[],
  passed: (exchange: Exchange) => void,
  from = 0,
): void {
  try {
    for (let i = from; i < checks.length; i++) {
      const waiting = checks[i](exchange);
      if (waiting === undefined) continue;
      waiting.then(
        () => pass(exchange, checks, passed, i + 1),
        (error: unknown) => exchange.refuse(error),
      );
      return;
    }
    passed(exchange);
  } catch (error) {
    exchange.refuse(error);
  }
}
