import { exportUsage, readUsage } from '@decidable/contract/management';
import { InvalidInput } from '../../errors.ts';
import type { OrganizationId, UsageDay, UsageLine } from '../../storage/ports.ts';
import {
  daysOf,
  MOST_DAYS,
  totalOf,
  type UsagePeriod,
  usageCsv,
  usageDay,
  usagePeriod,
} from '../../usage/index.ts';
import { checkedField } from '../checked-field.ts';
import { type ManagementNeeds, manage } from '../manage.ts';

async function usageOf(
  { usage }: ManagementNeeds['storage'],
  organizationId: OrganizationId,
  { from, to }: { readonly from?: string; readonly to?: string },
  now: number,
): Promise<UsagePeriod & { readonly days: readonly UsageDay[] }> {
  const period = usagePeriod(
    {
      ...(from !== undefined && { from: checkedField('from', from, usageDay) }),
      ...(to !== undefined && { to: checkedField('to', to, usageDay) }),
    },
    now,
  );
  if (daysOf(period) > MOST_DAYS)
    throw new InvalidInput(`from and to are more than ${MOST_DAYS} days apart. Ask for fewer at once.`);
  return { ...period, days: await usage.days(organizationId, period.from, period.to) };
}

const lineOf = ({ operation, requests, endpoints }: UsageLine) => ({
  operation,
  requests,
  endpoints: { ...endpoints },
});

export const endpoints = [
  manage(readUsage, async ({ organizationId, query, at }, { storage }) => {
    const { from, to, days } = await usageOf(storage, organizationId, query, at);
    return {
      from,
      to,
      total: totalOf(days).map(lineOf),
      days: days.map(({ day, lines }) => ({ day, operations: lines.map(lineOf) })),
    };
  }),

  manage(exportUsage, async ({ organizationId, query, at }, { storage }) => {
    const { from, to, days } = await usageOf(storage, organizationId, query, at);
    return { name: `usage-${from}-${to}.csv`, type: 'text/csv; charset=utf-8', content: usageCsv(days) };
  }),
];
