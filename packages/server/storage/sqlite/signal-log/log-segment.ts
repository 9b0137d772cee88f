import type { LoggedSignal, SentSignal } from '../../ports.ts';

/** A signal as it is stored: what it lacks at its end is left out, and its number follows from its place in the run. */
type StoredSignal = readonly [type: string, at: number, value?: string | null, data?: string];

const stored = ({ type, at, value, data }: SentSignal): StoredSignal => {
  if (data !== undefined) return [type, at, value ?? null, data];
  return value === undefined ? [type, at] : [type, at, value];
};

/** A run of signals of one session, one after another, as JSON: `[[type, at, value?, data?], …]`. */
export function writtenRun(signals: readonly SentSignal[]): string {
  return JSON.stringify(signals.map(stored));
}

/** Runs that follow on each other as one, without reading them. */
export function joinedRuns(runs: readonly string[]): string {
  if (runs.length === 1) return runs[0];
  const inner = runs.map((run) => run.slice(1, -1)).filter((text) => text !== '');
  return `[${inner.join(',')}]`;
}

/** The signals of a run, the first of which has the number `first`. */
export function readRun(json: string, first: number): LoggedSignal[] {
  return (JSON.parse(json) as StoredSignal[]).map(([type, at, value, data], index) => ({
    sequence: first + index,
    type,
    at,
    ...(typeof value === 'string' && { value }),
    ...(data !== undefined && { data }),
  }));
}
