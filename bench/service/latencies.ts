/** Latencies of a run, in ms. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly worst: number;
}

/** Percentiles by nearest rank. */
export function latenciesOf(milliseconds: Float64Array): Latencies {
  const sorted = milliseconds.toSorted();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), worst: at(1) };
}
