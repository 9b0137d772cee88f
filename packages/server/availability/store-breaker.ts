import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { Refusal, unavailable } from '../http/errors/refusal.ts';
import type { BreakerState } from '../operations/index.ts';
import { type Storage, StoreUnavailable } from '../storage/ports.ts';

/** Failures in a row after which the store is spared, and how long it then is, in ms. */
const failuresInARow = 5;
const halfOpenAfter = 2_000;

const names: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

/** Whether it is the store that failed, or the breaker that spared it. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof StoreUnavailable || (error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE');

/**
 * Puts a circuit breaker in front of everything that a store is asked: after five failures in a row, requests are
 * refused at once for a while instead of waiting for a store that does not answer.
 */
export function guard(storage: Storage, observe: (state: BreakerState) => void = () => {}): Storage {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof StoreUnavailable),
    { halfOpenAfter, breaker: new ConsecutiveBreaker(failuresInARow) },
  );
  observe('closed');
  policy.onStateChange((state) => observe(names[state]));
  const guarded = async <T>(ask: () => T | Promise<T>): Promise<T> => {
    try {
      return await policy.execute(ask);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw unavailable(
        'The store of the service is failing; requests are refused until it answers again.',
        halfOpenAfter / 1000,
      );
    }
  };
  const failed = (error: unknown): Promise<never> => guarded(() => Promise.reject(error));
  let watching = false;
  /**
   * Commits in flight together are written together. The success of one is told to the breaker and stands for that of
   * those beside it, which go straight to the store: it is the same news, and the way through the policy is long.
   * Every failure is told.
   */
  const commit: Storage['commit'] = (commit) => {
    if (watching && policy.state === CircuitState.Closed) return storage.commit(commit).catch(failed);
    watching = true;
    return guarded(() => storage.commit(commit)).finally(() => {
      watching = false;
    });
  };
  const { organizations, users, keys, catalogues, gradings, sessions, outcomes, models, usage } = storage;
  return {
    organizations: {
      create: (organization) => guarded(() => organizations.create(organization)),
      list: () => guarded(() => organizations.list()),
      find: (id) => guarded(() => organizations.find(id)),
      personas: (id) => guarded(() => organizations.personas(id)),
      setPersonas: (id, json) => guarded(() => organizations.setPersonas(id, json)),
    },
    users: {
      create: (user) => guarded(() => users.create(user)),
      list: (organizationId) => guarded(() => users.list(organizationId)),
      findByEmail: (email) => guarded(() => users.findByEmail(email)),
    },
    keys: {
      create: (key) => guarded(() => keys.create(key)),
      list: (organizationId) => guarded(() => keys.list(organizationId)),
      revoke: (organizationId, id, at) => guarded(() => keys.revoke(organizationId, id, at)),
      remove: (organizationId, id) => guarded(() => keys.remove(organizationId, id)),
      // Mostly answered from memory, at once: only what waits for the store, or fails in it, concerns the breaker.
      findByHash: (hash) => {
        try {
          const found = keys.findByHash(hash);
          return found instanceof Promise ? guarded(() => found) : found;
        } catch (error) {
          return failed(error);
        }
      },
      touch: (organizationId, id, at) => keys.touch(organizationId, id, at),
    },
    catalogues: {
      put: (catalogue) => guarded(() => catalogues.put(catalogue)),
      current: (organizationId) => guarded(() => catalogues.current(organizationId)),
      currentVersion: (organizationId) => guarded(() => catalogues.currentVersion(organizationId)),
      find: (organizationId, version) => guarded(() => catalogues.find(organizationId, version)),
      list: (organizationId) => guarded(() => catalogues.list(organizationId)),
      onChange: (listener) => catalogues.onChange(listener),
    },
    gradings: {
      list: (organizationId, filter) => guarded(() => gradings.list(organizationId, filter)),
      find: (organizationId, id) => guarded(() => gradings.find(organizationId, id)),
    },
    sessions: {
      load: (organizationId, sessionId) => guarded(() => sessions.load(organizationId, sessionId)),
      log: (organizationId, sessionId, upTo) => guarded(() => sessions.log(organizationId, sessionId, upTo)),
      since: (organizationId, at) => sessions.since(organizationId, at),
    },
    outcomes: {
      decision: (organizationId, id) => guarded(() => outcomes.decision(organizationId, id)),
      decisions: (organizationId, since) => outcomes.decisions(organizationId, since),
      countDecisions: (organizationId, since) =>
        guarded(() => outcomes.countDecisions(organizationId, since)),
      exposures: (organizationId, since) => outcomes.exposures(organizationId, since),
      events: (organizationId, since) => outcomes.events(organizationId, since),
      eventsOf: (organizationId, decisionId, sessionId) =>
        outcomes.eventsOf(organizationId, decisionId, sessionId),
    },
    models: {
      put: (model) => guarded(() => models.put(model)),
      current: (organizationId) => guarded(() => models.current(organizationId)),
      find: (organizationId, version) => guarded(() => models.find(organizationId, version)),
      onChange: (listener) => models.onChange(listener),
    },
    usage: { report: (organizationId, from, to) => guarded(() => usage.report(organizationId, from, to)) },
    commit,
    ping: () => guarded(() => storage.ping()),
    close: () => storage.close(),
  };
}
