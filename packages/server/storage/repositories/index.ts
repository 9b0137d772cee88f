import * as gradings from './gradings.ts';
import * as keys from './keys.ts';
import * as orders from './orders.ts';
import * as organizations from './organizations.ts';
import * as auditLog from './people/audit-log.ts';
import * as people from './people/people.ts';
import * as signIns from './people/sign-ins.ts';
import * as rulings from './rulings.ts';
import * as webhooks from './webhooks.ts';
import type { Listing, Reading, Scan, Writing } from './work.ts';

/**
 * The repositories that are written once for both stores, as `work.ts` says how. `rulings` are a part of the port `sessions`, and each
 * store adds to `keys` what every request reads. What serves requests in each store is in its own `repositories`.
 */
const REPOSITORIES = { organizations, people, signIns, auditLog, keys, webhooks, gradings, rulings, orders };

type Repositories = typeof REPOSITORIES;
export type RepositoryName = keyof Repositories;

/** An operation as callers know it. */
type Call<Operation> = Operation extends (...args: infer Args) => Reading<infer T> | Writing<infer T>
  ? (...args: Args) => Promise<T>
  : Operation extends (...args: infer Args) => Listing<infer _, infer T>
    ? (...args: Args) => AsyncIterable<T>
    : never;
type Calls<Operations> = { readonly [Name in keyof Operations]: Call<Operations[Name]> };

/** The ports of the repositories. */
export type RepositoryPorts = {
  readonly [Name in RepositoryName]: Calls<Repositories[Name]['reads']> &
    Calls<Repositories[Name]['writes']> &
    Calls<Repositories[Name] extends { readonly lists: infer Lists } ? Lists : unknown>;
};

/** A write by its names, as it goes to the thread or the node that carries it out. */
export interface NamedWrite {
  readonly repository: RepositoryName;
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** How a store carries operations out. */
export interface Carrier {
  read<T>(reading: Reading<T>): Promise<T>;
  write(write: NamedWrite): Promise<unknown>;
  scan<Row extends object>(scan: Scan<Row>): AsyncIterable<Row>;
}

type Operations<Work> = Readonly<Record<string, (...args: readonly unknown[]) => Work>>;
interface Repository {
  readonly reads: Operations<Reading<unknown>>;
  readonly lists?: Operations<Listing<object, unknown>>;
  readonly writes: Operations<Writing<unknown>>;
}

// Names and arguments were checked where the port was called.
const repositories = REPOSITORIES as unknown as Readonly<Record<RepositoryName, Repository>>;

/** The work of a write, to be carried out in one transaction. */
export const workOf = ({ repository, operation, args }: NamedWrite): Writing<unknown> =>
  repositories[repository].writes[operation](...args);

async function* listed<Row extends object, T>(carrier: Carrier, listing: Listing<Row, T>): AsyncGenerator<T> {
  for await (const row of carrier.scan(listing)) yield listing.from(row);
}

export function repositoryPorts(carrier: Carrier): RepositoryPorts {
  const ports = Object.entries(repositories).map(([name, { reads, lists = {}, writes }]) => {
    const repository = name as RepositoryName;
    const reading = Object.entries(reads).map(([operation, read]) => [
      operation,
      async (...args: readonly unknown[]) => carrier.read(read(...args)),
    ]);
    const listing = Object.entries(lists).map(([operation, list]) => [
      operation,
      (...args: readonly unknown[]) => listed(carrier, list(...args)),
    ]);
    const writing = Object.keys(writes).map((operation) => [
      operation,
      (...args: readonly unknown[]) => carrier.write({ repository, operation, args }),
    ]);
    return [repository, Object.fromEntries([...reading, ...listing, ...writing])];
  });
  return Object.fromEntries(ports) as RepositoryPorts;
}
