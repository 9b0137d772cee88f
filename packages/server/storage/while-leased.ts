import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lease, LeaseName, LeaseScope, Leases } from './ports.ts';

/** Duration of a lease, in ms: a process that died keeps others from the work for so long. */
const DURATION = 60_000;
/** Interval at which a lease is renewed while the work goes on, in ms. */
const RENEW_EVERY = DURATION / 3;

/** Interval between looks at the work of another process, in ms, and how many looks: a quarter of an hour in all. */
const LOOK_EVERY = 2_000;
const LOOKS = 450;

/** The default owner of leases: process id and host. */
export const THIS_PROCESS = `process ${process.pid} on ${hostname()}`;

/** What the work answered, or that another process is at it. */
export type Leased<T> = { readonly held: false } | { readonly held: true; readonly result: T };

/**
 * Does work that one process at a time may do, under a lease that is renewed until the work ends. The work goes on where
 * the lease is lost on the way, so it must be safe beside that of another process: models are stored only in place of the
 * version that they were made from (see `Models.put`).
 *
 * @param owner names this process, for people to read
 * @returns `held: false`, without doing the work, where another process is at it
 * @throws StoreUnavailable where the lease cannot be acquired; whatever `work` throws
 * @example
 * const trained = await whileLeased(storage.leases, organizationId, 'training', 'node 1', () => train());
 */
export async function whileLeased<T>(
  leases: Leases,
  scope: LeaseScope,
  name: LeaseName,
  owner: string,
  work: () => Promise<T>,
): Promise<Leased<T>> {
  let lease: Lease | undefined = await leases.acquire(scope, name, owner, DURATION);
  if (lease === undefined) return { held: false };
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    if (lease === undefined) return;
    try {
      lease = await leases.renew(lease, DURATION);
    } catch {
      // A store that fails now is asked again at the next interval; the lease may run out meanwhile.
    }
  };
  const timer = setInterval(() => {
    // A store that hangs is asked once, however long it does.
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
  }, RENEW_EVERY).unref();
  try {
    return { held: true, result: await work() };
  } finally {
    clearInterval(timer);
    await renewing;
    // A lease that cannot be released now runs out.
    if (lease !== undefined) await leases.release(lease).catch(() => {});
  }
}

/** How a process waits for another one's work. */
export interface Waiting<T> {
  /** Called before each wait, for showing progress. */
  readonly onWait: () => void;
  /** What another one's work has brought for this one as well, which then needs no turn; undefined where it has not. */
  readonly served?: () => Promise<T | undefined>;
  /** Waits so many ms; for tests. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/**
 * Does such work as soon as no other process is at it, looking every two seconds for a quarter of an hour.
 *
 * @returns `held: false`, without doing the work, where another process was at it all that time
 * @throws as {@link whileLeased} does
 */
export async function onceLeased<T>(
  leases: Leases,
  scope: LeaseScope,
  name: LeaseName,
  owner: string,
  work: () => Promise<T>,
  { onWait, served, pause = wait }: Waiting<T>,
): Promise<Leased<T>> {
  let done = await whileLeased(leases, scope, name, owner, work);
  for (let look = 0; !done.held && look < LOOKS; look++) {
    onWait();
    await pause(LOOK_EVERY);
    const result = await served?.();
    if (result !== undefined) return { held: true, result };
    done = await whileLeased(leases, scope, name, owner, work);
  }
  return done;
}
