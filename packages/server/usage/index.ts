export { totalOf, usageCsv } from './usage-csv.ts';
export { daysOf, MOST_DAYS, type UsagePeriod, usageDay, usagePeriod } from './usage-period.ts';
