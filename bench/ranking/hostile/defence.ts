import { Admission } from '../../../packages/server/learning/admission/index.ts';
import { readVisits, type Visit } from '../../../packages/server/learning/visits.ts';
import { withLateMarks } from '../../../packages/server/sessions/provenance/late-signals.ts';
import { addressBlock } from '../../../packages/server/sessions/provenance/visit-source.ts';
import type { SessionId } from '../../../packages/server/storage/ports.ts';
import type { LearnedVisit, SimulatedVisit } from './simulated-visit.ts';

const DAY = 86_400_000;
const SIGNALS = {
  viewed: 'product_view',
  compared: 'compare',
  wished: 'wishlist_add',
  carted: 'cart_add',
  bought: 'purchase',
  removed: 'cart_remove',
  dismissed: 'dismiss',
} as const;

/** The log of a visit as the service writes it: its source as of its arrival, then its signals. */
function logOf({ address, steps, received }: SimulatedVisit, isFirst: boolean) {
  const begins = received[0];
  // All visits come from pages of the shop by one key.
  const source = `${Math.floor(begins / DAY)} ${addressBlock(address)}.page`
    .replaceAll('.', '-')
    .replace('-page', '.page');
  const context = { type: 'context', at: begins, value: source, data: '{}' };
  const signals = steps.flatMap(({ item, touch = 'viewed', at }, k) =>
    withLateMarks([{ type: SIGNALS[touch], value: item, at }], received[k]),
  );
  return isFirst ? [context, ...signals] : signals;
}

/** The visits that the service makes of each log; honest visits are read once. */
const read = new WeakMap<SimulatedVisit, Promise<readonly Visit[]>>();

function visitsOf(together: readonly SimulatedVisit[]): Promise<readonly Visit[]> {
  const [first] = together;
  let visits = read.get(first);
  if (visits === undefined) {
    visits = readVisits(
      together
        .flatMap((visit, k) => logOf(visit, k === 0))
        .map((signal, k) => ({ ...signal, sequence: k + 1 })),
    );
    read.set(first, visits);
  }
  return visits;
}

/** What the service learns of visits, before it bounds the share of each. */
export async function defence(sent: readonly SimulatedVisit[]): Promise<readonly LearnedVisit[]> {
  const sessions = Map.groupBy(sent, ({ sessionId }) => sessionId);
  const admission = new Admission();
  const judged: { readonly sessionId: SessionId; readonly hostile: boolean; readonly visit: Visit }[] = [];
  for (const [name, together] of sessions) {
    const sessionId = name as SessionId;
    for (const visit of await visitsOf(together)) {
      admission.add(sessionId, visit);
      judged.push({ sessionId, hostile: together[0].hostile, visit });
    }
  }
  await admission.settle();
  return judged
    .filter(({ sessionId, visit }) => admission.teaches(sessionId, visit) && visit.steps.length > 0)
    .map(({ hostile, visit: { steps, context } }) => ({ steps, context, hostile }));
}
