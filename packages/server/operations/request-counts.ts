import { Counter, type Histogram, type Registry } from 'prom-client';

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The answers of one endpoint. */
interface Series {
  readonly endpoint: string;
  /** Answers by status since they were last told. */
  readonly untold: Map<number, number>;
  /** Answers by the first bound that their duration is not beyond; the last is beyond all. */
  readonly buckets: number[];
  /** Of all durations, in seconds. */
  sum: number;
}

/**
 * Counts answers and how long they took, by endpoint. Every request passes here, so it adds to numbers of its own, which
 * Prometheus' are made of when somebody looks: prom-client finds a series by joining its labels each time.
 */
export class RequestCounts {
  readonly #series = new Map<string, Series>();
  readonly #requests: Counter<'endpoint' | 'status'>;

  constructor(registry: Registry) {
    const tell = () => this.#tell();
    this.#requests = new Counter({
      name: 'decidable_requests_total',
      help: 'Requests answered, by endpoint and status.',
      labelNames: ['endpoint', 'status'],
      registers: [registry],
      collect: tell,
    });
    const durations = {
      name: 'decidable_request_duration_seconds',
      help: 'Time from the first byte of a request to its answer, by endpoint.',
      type: 'histogram',
      aggregator: 'sum',
    };
    // prom-client's own histogram takes one duration at a time. A registry asks a metric for no more than this.
    const metric = {
      ...durations,
      get: async () => ({
        ...durations,
        values: [...this.#series.values()].flatMap((series) => linesOf(durations.name, series)),
      }),
    };
    registry.registerMetric(metric as unknown as Histogram);
  }

  /** @param endpoint path of a known endpoint, or `other`: never what the client sent */
  answered(endpoint: string, status: number, milliseconds: number): void {
    const series = this.#series.get(endpoint) ?? this.#begin(endpoint);
    const untold = series.untold.get(status);
    // Series are told in the order of their first answers.
    if (untold === undefined) this.#requests.inc({ endpoint, status }, 0);
    series.untold.set(status, (untold ?? 0) + 1);
    const seconds = milliseconds / 1_000;
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++;
    series.buckets[bucket]!++;
    series.sum += seconds;
  }

  #begin(endpoint: string): Series {
    const untold = new Map<number, number>();
    const series = { endpoint, untold, buckets: [...BOUNDS, Infinity].map(() => 0), sum: 0 };
    this.#series.set(endpoint, series);
    return series;
  }

  #tell(): void {
    for (const { endpoint, untold } of this.#series.values()) {
      for (const [status, answers] of untold) {
        this.#requests.inc({ endpoint, status }, answers);
        untold.set(status, 0);
      }
    }
  }
}

/** A series as Prometheus has it: answers up to each bound, the sum of the durations, and how many there were. */
function linesOf(name: string, { endpoint, buckets, sum }: Series): object[] {
  let count = 0;
  const upTo = buckets.map((answers, i) => {
    count += answers;
    return { metricName: `${name}_bucket`, labels: { le: BOUNDS[i] ?? '+Inf', endpoint }, value: count };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels: { endpoint }, value: sum },
    { metricName: `${name}_count`, labels: { endpoint }, value: count },
  ];
}
