import { AsyncLocalStorage } from 'node:async_hooks';

/** Charges whoever asked for the work; ms of processor time. */
export type Charge = (milliseconds: number) => void;

/**
 * Told of work that was done for an organization; ms of processor time.
 *
 * @param isApart whether it was a job with a queue of its own: no part of the request that asked for it
 */
export type WorkObserver = (organizationId: string, milliseconds: number, isApart: boolean) => void;

const requests = new AsyncLocalStorage<Charge>();
const observers = new Set<WorkObserver>();

/** Runs a request: its work is charged while it runs. */
export const charging = <T>(charge: Charge, request: () => T): T => requests.run(charge, request);

/** @returns ends it */
export function observeWork(observer: WorkObserver): () => void {
  observers.add(observer);
  return () => void observers.delete(observer);
}

/**
 * Work was done for an organization: on this thread by the request that runs, or for it on another one. Whoever does work
 * of more than a ms says so, when it ends or pauses.
 *
 * @param organizationId empty for the service's own work
 * @param milliseconds of processor time
 */
export function worked(organizationId: string, milliseconds: number): void {
  requests.getStore()?.(milliseconds);
  if (organizationId !== '') tell(organizationId, milliseconds, false);
}

/** A job was done for an organization, on a thread that such jobs have to themselves. */
export const workedApart = (organizationId: string, milliseconds: number): void =>
  tell(organizationId, milliseconds, true);

function tell(...work: Parameters<WorkObserver>): void {
  for (const observe of observers) observe(...work);
}

/** Processor time of this thread so far, in ms: what else runs on the machine takes no part in it. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures a job whose thread may be ended, and with it what counts its time. On a busy machine it has a processor for a part of
 * the time only.
 *
 * @returns ms since the call: no more than the threads of this process had together
 */
export function mostWorked(): () => number {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - began, (user + system) / 1_000);
  };
}
