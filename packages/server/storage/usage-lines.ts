import { operationOf } from '@decidable/contract';
import type { UsageLine } from './ports.ts';

/** Counts of endpoints as one line an operation. */
export function usageLines(counts: ReadonlyMap<string, number>): UsageLine[] {
  const lines = new Map<string, { requests: number; endpoints: Record<string, number> }>();
  for (const [endpoint, requests] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const operation = operationOf(endpoint);
    const line = lines.get(operation) ?? { requests: 0, endpoints: {} };
    line.requests += requests;
    line.endpoints[endpoint] = requests;
    lines.set(operation, line);
  }
  return [...lines].map(([operation, line]) => ({ operation, ...line }));
}
