import type { Logger } from 'pino';
import type { UsageCopies } from './availability/copied-usage-log.ts';
import type { ReadableUsageCopies } from './availability/usage-of-lost-nodes.ts';
import type { Config } from './config.ts';
import type { LimitAdapters } from './http/limits/limit-adapters.ts';
import { SharedLimiter } from './http/limits/shared-limiter.ts';
import { SharedPlaces } from './http/limits/shared-places.ts';
import type { Metrics } from './operations/index.ts';
import {
  openClusterStorage,
  openSqliteStorage,
  type SharedStorage,
  type Storage,
  type StorageObserver,
  takeFolder,
  type ValkeyObserver,
} from './storage/index.ts';
import { CommitGroups, tracedStorage } from './tracing/traced-storage.ts';
import type { Tracer } from './tracing/tracer.ts';

/** What the log says when the connection to Valkey, or what is known through it, changes. */
const LEASE_STATES = {
  true: 'Valkey answers: keys are known without asking the store',
  false: 'Valkey does not answer in time: keys are looked up in the store for each request',
} as const;

const VALKEY = { 'db.system.name': 'valkey' } as const;

interface OpenedStore {
  readonly storage: Storage;
  /** Where nodes count requests together. */
  readonly limits?: LimitAdapters | undefined;
  /** Where nodes leave copies of what they could not count. */
  readonly usageCopies?: (UsageCopies & ReadableUsageCopies) | undefined;
}

/**
 * Opens the store of the configuration, to be closed with the stack.
 *
 * @param node the name of this node
 * @throws FolderInUse when another service has the data folder; StoreUnavailable, UnusableStore
 */
export async function openStorage(
  { data: folder, databaseUrl, valkeyUrl, retention }: Config,
  node: string,
  open: AsyncDisposableStack,
  metrics: Metrics,
  log: Logger,
  observer: StorageObserver,
  tracer?: Tracer,
): Promise<OpenedStore> {
  const groups = new CommitGroups();
  const observed: StorageObserver = {
    ...observer,
    ...(tracer !== undefined && {
      group: (group) => {
        observer.group?.(group);
        groups.saw(group);
      },
    }),
  };
  const traced = (storage: Storage, system: 'sqlite' | 'postgresql') =>
    tracer === undefined ? storage : tracedStorage(storage, tracer, groups, system);
  // The data folder then has what this node alone keeps.
  if (databaseUrl !== undefined) open.defer(takeFolder(folder));
  try {
    if (databaseUrl === undefined) {
      const storage = await openSqliteStorage({ folder, role: 'serve', node, retention, observer: observed });
      open.defer(() => storage.close());
      return { storage: traced(storage, 'sqlite') };
    }
    const valkey =
      valkeyUrl === undefined ? undefined : { url: valkeyUrl, observer: watchValkey(metrics, log, tracer) };
    const storage = await openClusterStorage({ databaseUrl, node, retention, observer: observed, valkey });
    open.defer(() => storage.close());
    metrics.watchPool(storage);
    return {
      storage: traced(storage, 'postgresql'),
      limits: sharedLimits(storage),
      usageCopies: storage.usageCopies,
    };
  } catch (error) {
    await open.disposeAsync();
    throw error;
  }
}

function watchValkey(metrics: Metrics, log: Logger, tracer: Tracer | undefined): ValkeyObserver {
  metrics.breaker('valkey', 'closed');
  metrics.valkeyLease(false);
  return {
    breaker: (state) => metrics.breaker('valkey', state),
    call: ({ name, milliseconds, failed }) => {
      metrics.valkeyCalled(milliseconds, failed);
      tracer?.recordEnded({
        name: `valkey ${name}`,
        milliseconds,
        failed,
        attributes: VALKEY,
        isCall: true,
      });
    },
    lease: (held) => {
      metrics.valkeyLease(held);
      log[held ? 'info' : 'warn'](LEASE_STATES[`${held}`]);
    },
    // Valkey answers with no contents of requests.
    failing: ({ message }) => log.warn({ valkey: message }, 'a call of Valkey failed'),
    announced: ({ milliseconds, confirmed }) => {
      if (!confirmed)
        log.warn({ milliseconds }, 'a change was announced, and not every node has confirmed that it knows');
    },
  };
}

/** Requests and places are counted by all nodes together. */
function sharedLimits({ limits }: SharedStorage): LimitAdapters | undefined {
  return (
    limits && {
      limiter: (name, limit) => new SharedLimiter(name, limit, limits.counts, () => limits.nodes),
      places: (name, most) => new SharedPlaces(name, most, limits.places),
    }
  );
}
