import type { UsageOfDay } from '@decidable/contract/management';
import type { Series } from '../../parts/charts/series-chart.tsx';

/** So many UTC days up to this one, as `YYYY-MM-DD`, oldest first. */
export function daysUpTo(now: Date, days: number): readonly string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: days }, (_, at) =>
    new Date(today - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The requests of each operation, one value a day; the largest operation comes first. */
export function perOperation(usage: readonly UsageOfDay[], days: readonly string[]): readonly Series[] {
  const values = new Map<string, number[]>();
  for (const { day, operations } of usage) {
    const at = days.indexOf(day);
    if (at < 0) continue;
    for (const { operation, requests } of operations) {
      const series = values.get(operation) ?? days.map(() => 0);
      series[at] += requests;
      values.set(operation, series);
    }
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
  return [...values]
    .map(([name, each]) => ({ name, values: each }))
    .sort((a, b) => sum(b.values) - sum(a.values));
}
