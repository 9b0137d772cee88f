import type { Storage } from '../storage/ports.ts';

/** Runs a call of the store, named by its port and method, behind the breaker or as a part of a trace. */
export type Guarded = <T>(call: () => T | Promise<T>, name: string) => Promise<T>;

type Method = (...args: never) => unknown;

/** The members of a store that are ports: objects with methods of their own. */
type PortName = { [Name in keyof Storage]-?: Storage[Name] extends Method ? never : Name }[keyof Storage];
export type Ports = Pick<Storage, PortName>;

/** The methods of a port that return no promise: there is nothing to wait for, and they are called as they are. */
type Synchronous<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: never) => Promise<unknown> ? never : Name;
}[keyof Port];

/**
 * Every method that is not asynchronous. The compiler asks for a line here when a port gets another; every other method
 * goes through the breaker, which is asked before the call begins: a call that it refuses makes no promise.
 */
const direct: { readonly [Name in PortName]: Readonly<Record<Synchronous<Storage[Name]>, 'direct'>> } = {
  organizations: {},
  people: {},
  signIns: {},
  auditLog: {},
  keys: { known: 'direct', touch: 'direct' },
  webhooks: {},
  catalogues: { onChange: 'direct' },
  artefacts: {},
  built: {},
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

function guardPort(portName: string, port: object, isDirect: object, guarded: Guarded): object {
  const methods: Record<string, (...args: readonly unknown[]) => unknown> = {};
  for (const name of methodsOf(port)) {
    const fullName = `${portName}.${name}`;
    const method = Reflect.get(port, name) as (...args: readonly unknown[]) => unknown;
    const call = (args: readonly unknown[]): unknown => method.apply(port, args as unknown[]);
    methods[name] = Object.hasOwn(isDirect, name)
      ? (...args) => call(args)
      : (...args) => guarded(() => call(args), fullName);
  }
  return methods;
}

/** The ports of a store with every call behind the breaker, or in a trace; made once, when the service starts. */
export function guardPorts(storage: Ports, guarded: Guarded): Ports {
  const entries = (Object.keys(direct) as PortName[]).flatMap((name) => {
    const port = storage[name];
    return port === undefined ? [] : [[name, guardPort(name, port, direct[name], guarded)]];
  });
  return Object.fromEntries(entries) as Ports;
}
