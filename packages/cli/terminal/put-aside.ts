import { counted } from '@decidable/report/wording';
import { type PutAsideReport, REASONS, type Reason } from '@decidable/server/learning';

/** How many visits were put aside, and by reason. */
export function putAsideLines({ visits, putAside, reasons }: PutAsideReport, days: number): string[] {
  if (visits === 0) return [`No visit of the last ${counted(days, 'day')} could teach the model.`];
  if (putAside === 0)
    return [`All ${counted(visits, 'visit')} of the last ${counted(days, 'day')} teach the model.`];
  const all = `${putAside.toLocaleString('en')} of ${counted(visits, 'visit')} of the last ${counted(days, 'day')} teach the model nothing:`;
  const byReason = (Object.entries(reasons) as [Reason, number][]).map(
    ([reason, count]) => `  ${count.toLocaleString('en')} ${reason}: ${REASONS[reason]}`,
  );
  return [all, ...byReason];
}
