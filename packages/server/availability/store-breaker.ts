import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { BreakerState } from '../operations/index.ts';
import { ChangeUnannounced, type Storage, StoreUnavailable } from '../storage/ports.ts';
import { guardPorts } from './guarded-ports.ts';

/** Failures in a row after which the store is spared. Set by hand. */
const FAILURES_IN_A_ROW = 5;
/** How long it then is, in ms, until one call probes it. Set by hand. */
const SPARED_FOR = 2_000;

/** How long readiness goes by a write that found no space, in ms: then requests are let try again. Set by hand. */
const FULL_FOR = 10_000;
/** What PostgreSQL and the system answer where there is no space; SQLite has its own number. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const SQLITE_FULL = 13;

/** Whether a write found no space. Little is needed to ask a store whether it answers, and that may still be there. */
function isFull(error: unknown): error is StoreUnavailable {
  if (!(error instanceof StoreUnavailable && error.cause instanceof Error)) return false;
  const { cause } = error;
  if ('errcode' in cause) return (Number(cause.errcode) & 0xff) === SQLITE_FULL;
  return 'code' in cause && FULL_CODES.has(cause.code);
}

const names: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** The store was not called, since its last calls failed. */
export class StoreSpared extends StoreUnavailable {
  /** Seconds until it is called again. */
  readonly retryAfter = SPARED_FOR / 1000;

  constructor(cause: unknown) {
    super(cause);
    this.name = 'StoreSpared';
  }
}

/**
 * Puts a circuit breaker in front of the whole store: after five failures in a row, calls fail at once with
 * `StoreSpared` for two seconds instead of waiting for a store that does not answer.
 */
export function guard(storage: Storage, observe: (state: BreakerState) => void = () => {}): Storage {
  const policy = circuitBreaker(
    // A change that is stored and not announced is no failure of the store.
    handleWhen((error) => error instanceof StoreUnavailable && !(error instanceof ChangeUnannounced)),
    { halfOpenAfter: SPARED_FOR, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
  );
  observe('closed');
  policy.onStateChange((state) => observe(names[state]));
  const guarded = async <T>(call: () => T | Promise<T>): Promise<T> => {
    try {
      return await policy.execute(call);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new StoreSpared(error) : error;
    }
  };
  let full: { readonly error: StoreUnavailable; readonly until: number } | undefined;
  const noted = (error: unknown): never => {
    if (isFull(error)) full = { error, until: performance.now() + FULL_FOR };
    throw error;
  };
  const failed = (error: unknown): Promise<never> => guarded(async () => noted(error));
  let watching = false;
  return {
    ...guardPorts(storage, guarded),
    /**
     * Concurrent commits are written as one group. Only one success of them is reported to the breaker, and the others
     * go straight to the store: they are the same news, and the way through the policy is five promises long. Every
     * failure is reported.
     */
    commit: (commit) => {
      if (watching && policy.state === CircuitState.Closed) return storage.commit(commit).catch(failed);
      watching = true;
      return guarded(() => storage.commit(commit).catch(noted)).then(
        (outcomes) => {
          watching = false;
          full = undefined;
          return outcomes;
        },
        (error: unknown) => {
          watching = false;
          throw error;
        },
      );
    },
    now: () => storage.now(),
    /** Asked past the breaker, so that readiness knows at once when the store answers again. */
    ping: async () => {
      await storage.ping();
      if (full !== undefined && performance.now() < full.until) throw full.error;
    },
    close: () => storage.close(),
  };
}
