import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { Pace } from '../../time-slices.ts';
import { readVisits } from '../visits.ts';
import { Admission } from './admission.ts';

/**
 * Decides about the visits of an organization in the log.
 *
 * @param since sessions without a signal since then are left out; ms since the epoch
 * @param until later visits are left out; ms since the epoch
 * @param endedBy visits with a later signal, which may go on, are left out; ms since the epoch
 * @param signal ends it between two sessions
 * @throws StoreUnavailable; the reason of `signal`
 */
export async function admissionOfLog(
  { sessions }: Pick<Storage, 'sessions'>,
  organizationId: OrganizationId,
  {
    since = 0,
    until = Number.POSITIVE_INFINITY,
    endedBy = Number.POSITIVE_INFINITY,
    signal,
  }: {
    readonly since?: number;
    readonly until?: number;
    readonly endedBy?: number;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<Admission> {
  const admission = new Admission(await sessions.rulings(organizationId), organizationId);
  const pace = new Pace(organizationId);
  for await (const { sessionId, signals } of sessions.since(organizationId, since)) {
    for (const visit of await readVisits(signals, { until, owner: organizationId })) {
      if (visit.ends <= endedBy) admission.add(sessionId, visit);
    }
    await pace.rest();
    signal?.throwIfAborted();
  }
  await admission.settle();
  return admission;
}
