import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { COMMAND_TIMEOUT } from './valkey-client.ts';
import type { ValkeyObserver } from './valkey-observer.ts';

/** Failures in a row after which Valkey is spared, and for how long, in ms, until one call probes it. Set by hand. */
const FAILURES_IN_A_ROW = 5;
const SPARED_FOR = 1_000;

/** Valkey did not answer in time. */
export class ValkeyTimeout extends Error {
  constructor(name: string) {
    super(`Valkey did not answer ${name} within ${COMMAND_TIMEOUT} ms.`);
    this.name = 'ValkeyTimeout';
  }
}

const names = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

/** Calls of Valkey, each with a time limit that redirections and retries in a Cluster cannot stretch. */
export class GuardedCalls {
  readonly #observer: ValkeyObserver;
  readonly #breaker = circuitBreaker(handleAll, {
    halfOpenAfter: SPARED_FOR,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });

  constructor(observer: ValkeyObserver = {}) {
    this.#observer = observer;
    this.#breaker.onStateChange((state) => observer.breaker?.(names[state]));
  }

  /** Calls behind a breaker: while Valkey does not answer, calls fail at once. */
  run<T>(name: string, call: () => Promise<T>): Promise<T> {
    return this.#breaker.execute(() => this.probe(name, call));
  }

  /** Calls whatever the breaker says: for calls that are the probe. */
  async probe<T>(name: string, call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    let failed = true;
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new ValkeyTimeout(name)), COMMAND_TIMEOUT);
    try {
      const answer = await Promise.race([call(), limit.promise]);
      failed = false;
      return answer;
    } finally {
      clearTimeout(timer);
      this.#observer.call?.({ name, milliseconds: performance.now() - began, failed });
    }
  }

  /** Whether an error only says that Valkey is being spared. */
  static isSpared(error: unknown): boolean {
    return error instanceof BrokenCircuitError;
  }
}
