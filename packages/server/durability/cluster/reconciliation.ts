import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { eventOf, type Path, type RequestLedger, signalsOf } from './request-ledger.ts';

/** How a store differs from a ledger; each list is empty where it does not. */
export interface Differences {
  /** What was acknowledged and is not there. */
  readonly lost: readonly string[];
  /** What is there more than once. */
  readonly doubled: readonly string[];
  /** Counts of usage that are not those of the requests that were answered. */
  readonly miscounted: readonly string[];
}

export const NO_DIFFERENCE: Differences = { lost: [], doubled: [], miscounted: [] };

/** What a store has of a ledger, and how often. */
interface Found {
  readonly signals: ReadonlyMap<string, number>;
  readonly behaviours: ReadonlyMap<string, number>;
  readonly events: ReadonlyMap<string, number>;
  readonly exposures: ReadonlyMap<string, number>;
  readonly decisions: ReadonlyMap<string, number>;
  readonly usage: Readonly<Record<string, number>>;
}

const exposureOf = (sessionId: string, decisionId: string, item: string): string =>
  `${item} of ${decisionId} in ${sessionId}`;

/**
 * Compares what a store has with what was acknowledged, once all nodes have counted what was pending.
 *
 * A request that was not acknowledged may be in the store, and be counted: its answer was lost. So the count of a path is
 * at least what was acknowledged, and at most what was sent. Rankings and behaviours are counted in the transaction that
 * stores them, so their counts are exactly as many as there are.
 */
export async function differences(
  storage: Storage,
  organizationId: OrganizationId,
  ledger: RequestLedger,
): Promise<Differences> {
  const found = await findings(storage, organizationId);
  const lost: string[] = [];
  const expect = (there: ReadonlyMap<string, number>, name: string): void => {
    if (!there.has(name)) lost.push(name);
  };
  for (const visit of ledger.visits) {
    const { sessionId, exposed } = visit;
    if (visit.signals) for (const value of signalsOf(visit)) expect(found.signals, value);
    for (const behaviour of visit.behaviours) expect(found.behaviours, behaviour);
    for (const decision of visit.decisions) expect(found.decisions, decision);
    if (visit.event) expect(found.events, eventOf(visit));
    for (const item of exposed?.items ?? [])
      expect(found.exposures, exposureOf(sessionId, exposed!.decisionId, item));
  }
  const { signals, behaviours, events, exposures, decisions } = found;
  const doubled = [signals, behaviours, events, exposures, decisions].flatMap((each) =>
    [...each].filter(([, times]) => times > 1).map(([name]) => name),
  );
  return { lost, doubled, miscounted: miscounts(found, ledger) };
}

function miscounts({ usage, decisions, behaviours }: Found, ledger: RequestLedger): string[] {
  const wrong: string[] = [];
  for (const path of ['/track', '/track/behavior', '/catalog/ranked', '/catalog/audit'] satisfies Path[]) {
    const counted = usage[path] ?? 0;
    const least = ledger.acknowledged.get(path) ?? 0;
    // The proxy may send a ranking to a second node.
    const most = path === '/catalog/ranked' ? Infinity : least + (ledger.uncertain.get(path) ?? 0);
    if (counted < least || counted > most) wrong.push(`${path}: ${counted}, not ${least} to ${most}`);
  }
  for (const [path, stored] of [
    ['/catalog/ranked', decisions.size],
    ['/track/behavior', behaviours.size],
  ] as const) {
    const counted = usage[path] ?? 0;
    if (counted !== stored) wrong.push(`${path}: ${counted} counted, ${stored} stored`);
  }
  return wrong;
}

async function findings(storage: Storage, organizationId: OrganizationId): Promise<Found> {
  const signals = new Map<string, number>();
  const behaviours = new Map<string, number>();
  const events = new Map<string, number>();
  const exposures = new Map<string, number>();
  const decisions = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for await (const session of storage.sessions.since(organizationId, 0)) {
    for (const { type, value = '' } of session.signals) {
      if (type === 'category_view') count(signals, value);
      if (type === 'behavior') count(behaviours, value);
    }
  }
  for await (const { eventId } of storage.outcomes.events(organizationId, 0)) count(events, eventId);
  for await (const { sessionId, decisionId, itemId } of storage.outcomes.exposures(organizationId, 0))
    count(exposures, exposureOf(sessionId, decisionId, itemId));
  for await (const { id } of storage.outcomes.decisions(organizationId, 0)) count(decisions, id);
  const lines = await storage.usage.report(organizationId, '2000-01-01', '2100-01-01');
  const usage = Object.assign({}, ...lines.map(({ endpoints }) => endpoints)) as Record<string, number>;
  return { signals, behaviours, events, exposures, decisions, usage };
}
