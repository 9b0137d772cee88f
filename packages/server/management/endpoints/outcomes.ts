import { type ReadOutcomes, readOutcomes, selfTest } from '@decidable/contract/management';
import { integrationChecks, originOfSite } from '../../inspection/index.ts';
import { isoTime } from '../../json/iso-time.ts';
import { putAsideReport } from '../../learning/index.ts';
import { findings, outcomesReport } from '../../outcomes/index.ts';
import type { OrganizationId, Storage } from '../../storage/ports.ts';
import { OPEN_WITHIN } from '../current-shop.ts';
import { type ManagementNeeds, manage } from '../manage.ts';

const DAY = 86_400_000;
const DAYS = 7;

/** Reports under way, of each store: who asks for the same one meanwhile waits for it. */
const underWay = new WeakMap<Storage, Map<string, Promise<ReadOutcomes>>>();

async function report(
  { storage, services }: ManagementNeeds,
  organizationId: OrganizationId,
  since: number,
): Promise<ReadOutcomes> {
  const shop = await services.shops.within(organizationId, OPEN_WITHIN);
  const outcomes = await outcomesReport(storage, organizationId, since);
  const { visits, putAside, reasons } = await putAsideReport(storage, organizationId, since, 0);
  const found = await findings(storage, shop, organizationId, since, outcomes);
  return {
    ...outcomes,
    since: isoTime(since),
    positions: [...outcomes.positions],
    factors: [...outcomes.factors],
    findings: found.map((finding) => ({ ...finding, examples: [...finding.examples] })),
    learning: { visits, putAside, reasons: { ...reasons } },
  };
}

export const endpoints = [
  manage(readOutcomes, ({ organizationId, query, at }, needs) => {
    const { days = DAYS } = query;
    const reports = underWay.getOrInsertComputed(needs.storage, () => new Map());
    const name = `${organizationId} ${days}`;
    const begun = reports.get(name);
    if (begun !== undefined) return begun;
    const made = report(needs, organizationId, at - days * DAY).finally(() => reports.delete(name));
    reports.set(name, made);
    return made;
  }),

  manage(selfTest, async ({ organizationId, body, at }, { storage, services }) => {
    const origin = originOfSite(body.site);
    const shop = await services.shops.within(organizationId, OPEN_WITHIN);
    const checks = await integrationChecks(storage, shop, organizationId, origin, body.key, at);
    return { origin, checks: [...checks] };
  }),
];
