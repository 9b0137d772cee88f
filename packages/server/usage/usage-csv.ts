import type { UsageDay } from '../storage/ports.ts';

/** Usage as CSV (RFC 4180), a line for each day, operation and endpoint. Paths of endpoints need no quotes. */
export function usageCsv(days: readonly UsageDay[]): string {
  const rows = days.flatMap(({ day, lines }) =>
    lines.flatMap(({ operation, endpoints }) =>
      Object.entries(endpoints).map(([endpoint, requests]) => [day, operation, endpoint, requests]),
    ),
  );
  return [['day', 'operation', 'endpoint', 'requests'], ...rows]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
}

/** The lines of several days as one line an operation. */
export function totalOf(days: readonly UsageDay[]): UsageDay['lines'] {
  const total = new Map<string, { requests: number; endpoints: Record<string, number> }>();
  for (const { operation, requests, endpoints } of days.flatMap(({ lines }) => lines)) {
    const line = total.get(operation) ?? { requests: 0, endpoints: {} };
    line.requests += requests;
    for (const [endpoint, count] of Object.entries(endpoints))
      line.endpoints[endpoint] = (line.endpoints[endpoint] ?? 0) + count;
    total.set(operation, line);
  }
  return [...total]
    .map(([operation, line]) => ({ operation, ...line }))
    .sort((a, b) => (a.operation < b.operation ? -1 : 1));
}
