import type { LoggedSignal, SentSignal } from './ports.ts';

/** A signal as it is stored: absent fields at its end are left out, its number follows from its place in the segment. */
type StoredSignal = readonly [type: string, at: number, value?: string | null, data?: string];

const stored = ({ type, at, value, data }: SentSignal): StoredSignal => {
  if (data !== undefined) return [type, at, value ?? null, data];
  return value === undefined ? [type, at] : [type, at, value];
};

/**
 * A log segment: consecutive signals of one session, as JSON.
 *
 * @example writeSegment([{ type: 'search', at: 7, value: 'boots' }]) // '[["search",7,"boots"]]'
 */
export function writeSegment(signals: readonly SentSignal[]): string {
  return JSON.stringify(signals.map(stored));
}

/** Consecutive segments as one, without parsing them. */
export function joinSegments(segments: readonly string[]): string {
  if (segments.length === 1) return segments[0];
  const inner = segments.map((segment) => segment.slice(1, -1)).filter((text) => text !== '');
  return `[${inner.join(',')}]`;
}

/** The signals of a segment whose first signal has the number `first`. */
export function readSegment(json: string, first: number): LoggedSignal[] {
  return (JSON.parse(json) as StoredSignal[]).map(([type, at, value, data], index) => ({
    sequence: first + index,
    type,
    at,
    ...(typeof value === 'string' && { value }),
    ...(data !== undefined && { data }),
  }));
}
