import type { Server } from '../processes.ts';

/** Metrics of a service at one time. */
export interface Told {
  readonly open: number;
  readonly bytes: number;
  readonly opened: number;
  readonly evicted: number;
  /** Delay of the event loop since the last reading, in ms: the 99th percentile and the maximum. */
  readonly lagP99: number;
  readonly lagMost: number;
  /** Number of series of its metrics. */
  readonly series: number;
}

/** Reads the metrics of a service that `serve.ts` has started. */
export async function metricsOf(server: Server): Promise<Told> {
  const address = (await server.ask('metrics')) as string;
  const lines = (await (await fetch(address)).text()).split('\n').filter((line) => /^[a-z]/.test(line));
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  return {
    open: value('decidable_shops_open'),
    bytes: value('decidable_shops_bytes'),
    opened: value('decidable_shops_opened_total'),
    evicted: value('decidable_shops_evicted_total'),
    lagP99: value('nodejs_eventloop_lag_p99_seconds') * 1_000,
    lagMost: value('nodejs_eventloop_lag_max_seconds') * 1_000,
    series: lines.length,
  };
}
