import type { OrganizationId, SessionId, Storage } from '../../storage/ports.ts';
import { readVisits } from '../visits.ts';
import type { PutAside } from './admission.ts';
import { admissionOfLog } from './admission-of-log.ts';
import { REASONS, type Reason } from './reasons.ts';

/** A visit that was put aside, and what was done in it. */
export interface PutAsideVisit extends PutAside {
  /** Interactions with products, also those that do not count as steps. */
  readonly interactions: number;
  /** The products with the most interactions, at most three. */
  readonly products: readonly { readonly id: string; readonly interactions: number }[];
  /** The searches as they were typed, at most three. */
  readonly searches: readonly string[];
}

/** What of the visits since a time teaches the model. */
export interface PutAsideReport {
  /** Visits that could teach: somebody touched a product or searched. */
  readonly visits: number;
  readonly putAside: number;
  /** Visits by reason, without reasons that no visit had; in the order of `REASONS`. */
  readonly reasons: Partial<Readonly<Record<Reason, number>>>;
  /** Sessions that an owner admitted. */
  readonly admitted: readonly SessionId[];
  /** The visits put aside that began last, the latest first. */
  readonly latest: readonly PutAsideVisit[];
}

const MOST_SHOWN = 3;
const DAY = 86_400_000;

/**
 * Decides about the visits in the log as the next training will, and tells which ones it puts aside.
 *
 * @param since ms since the epoch
 * @param most visits to describe
 * @throws StoreUnavailable
 */
export async function putAsideReport(
  storage: Pick<Storage, 'sessions'>,
  organizationId: OrganizationId,
  since: number,
  most: number,
): Promise<PutAsideReport> {
  // Visits are compared within their day, so the first one is read as a whole.
  const admission = await admissionOfLog(storage, organizationId, { since: Math.floor(since / DAY) * DAY });
  const { visits, putAside } = admission.decided(since);
  const reasons: Partial<Record<Reason, number>> = {};
  for (const reason of Object.keys(REASONS) as Reason[]) {
    const count = putAside.filter((visit) => visit.reason === reason).length;
    if (count > 0) reasons[reason] = count;
  }
  const latest: PutAsideVisit[] = [];
  for (const visit of putAside.toSorted((a, b) => b.begins - a.begins).slice(0, most)) {
    latest.push(await described(storage, organizationId, visit));
  }
  const rulings = await storage.sessions.rulings(organizationId);
  const admitted = [...rulings].filter(([, ruling]) => ruling === 'admitted').map(([sessionId]) => sessionId);
  return { visits, putAside: putAside.length, reasons, admitted, latest };
}

async function described(
  { sessions }: Pick<Storage, 'sessions'>,
  organizationId: OrganizationId,
  put: PutAside,
): Promise<PutAsideVisit> {
  const visits = await readVisits(await sessions.log(organizationId, put.sessionId), {
    owner: organizationId,
  });
  const visit = visits.find(({ begins }) => begins === put.begins);
  const products = [...(visit?.interactions ?? [])]
    .map(([id, interactions]) => ({ id, interactions }))
    .sort((a, b) => b.interactions - a.interactions);
  return {
    ...put,
    interactions: products.reduce((sum, { interactions }) => sum + interactions, 0),
    products: products.slice(0, MOST_SHOWN),
    searches: visit?.searches.slice(0, MOST_SHOWN) ?? [],
  };
}
