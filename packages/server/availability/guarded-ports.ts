import type { Storage } from '../storage/ports.ts';

/** Runs a call of the store, named by its port and method, behind the breaker or as a part of a trace. */
export type Guarded = <T>(call: () => T | Promise<T>, name: string) => Promise<T>;

type Method = (...args: never) => unknown;

/** The members of a store that are ports: objects with methods of their own. */
type PortName = { [Name in keyof Storage]-?: Storage[Name] extends Method ? never : Name }[keyof Storage];
export type Ports = Pick<Storage, PortName>;

/** The methods of a port that do not always return a promise, and so cannot simply be put behind one. */
type Synchronous<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: never) => Promise<unknown> ? never : Name;
}[keyof Port];

/**
 * `direct`: called as it is, since there is nothing to wait for. `when-waiting`: answered from memory as a rule; only a
 * call that waits for the store, or fails in it, goes through the breaker.
 */
type Way = 'direct' | 'when-waiting';

/**
 * Every method that is not asynchronous, and the way it is called. The compiler asks for a line here when a port gets
 * another; every other method goes through the breaker.
 */
const ways: { readonly [Name in PortName]: Readonly<Record<Synchronous<Storage[Name]>, Way>> } = {
  organizations: {},
  people: {},
  signIns: {},
  auditLog: {},
  keys: { findByHash: 'when-waiting', touch: 'direct' },
  catalogues: { onChange: 'direct' },
  artefacts: {},
  gradings: {},
  keptFiles: {},
  sessions: { since: 'direct' },
  profiles: {},
  outcomes: {
    decisions: 'direct',
    exposures: 'direct',
    events: 'direct',
    eventsOf: 'direct',
    eventsWithId: 'direct',
  },
  orders: { list: 'direct' },
  models: { onChange: 'direct' },
  usage: {},
  leases: {},
  learning: {},
  erasure: { facts: 'direct' },
  changes: { subscribe: 'direct', follow: 'direct' },
};

/** The names of all methods of an object, those of its class included. */
function methodsOf(port: object): Set<string> {
  const names = new Set<string>();
  for (let each = port; each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const name of Object.getOwnPropertyNames(each)) {
      if (name !== 'constructor' && typeof Reflect.get(port, name) === 'function') names.add(name);
    }
  }
  return names;
}

function guardPort(
  portName: string,
  port: object,
  waysOfPort: Readonly<Record<string, Way>>,
  guarded: Guarded,
): object {
  const call = (name: string, args: readonly unknown[]): unknown =>
    (Reflect.get(port, name) as (...args: readonly unknown[]) => unknown).apply(port, args as unknown[]);
  const whenWaiting = (name: string, fullName: string, args: readonly unknown[]): unknown => {
    try {
      const answer = call(name, args);
      return answer instanceof Promise ? guarded(() => answer, fullName) : answer;
    } catch (error) {
      return guarded(() => Promise.reject(error), fullName);
    }
  };
  const methods: Record<string, (...args: readonly unknown[]) => unknown> = {};
  for (const name of methodsOf(port)) {
    const fullName = `${portName}.${name}`;
    const way = Object.hasOwn(waysOfPort, name) ? waysOfPort[name] : undefined;
    if (way === 'direct') methods[name] = (...args) => call(name, args);
    else if (way === 'when-waiting') methods[name] = (...args) => whenWaiting(name, fullName, args);
    else methods[name] = (...args) => guarded(() => call(name, args), fullName);
  }
  return methods;
}

/** The ports of a store with every call behind the breaker, or in a trace; made once, when the service starts. */
export function guardPorts(storage: Ports, guarded: Guarded): Ports {
  const entries = (Object.keys(ways) as PortName[]).flatMap((name) => {
    const port = storage[name];
    return port === undefined ? [] : [[name, guardPort(name, port, ways[name], guarded)]];
  });
  return Object.fromEntries(entries) as Ports;
}
