import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@decidable/contract';
import type { MeasuredEndpoint } from './endpoints.ts';
import type { Latencies } from './latencies.ts';
import type { LoadOrder } from './load.ts';
import { type LoadGenerator, Server } from './processes.ts';
import { call, makeShop, startService } from './shop.ts';

export const CONNECTIONS = 128;
export const ROUNDS = 3;
/** V8 optimises for some tens of thousands of requests, on the core that serves them. */
const WARM_UP_SECONDS = 10;
const SEARCH_SECONDS = 2;
/** A rate counts as sustained if this share of the due requests was answered in time. */
const SUSTAINED = 0.99;

/** One server at the highest rate that it sustained, and at half of it. */
export interface Sustained {
  /** Requests a second in a closed loop, in which every connection sends as soon as it has its answer. */
  readonly closed: number;
  /** Requests a second, open loop. */
  readonly throughput: number;
  /** CPU time of the server a request, with all its threads, in µs; undefined on systems without `/proc`. */
  readonly cpu: number | undefined;
  /** Share of its core that the server used; well under 1, something else was the limit. */
  readonly busy: number | undefined;
  readonly atFull: Latencies;
  readonly atHalf: Latencies;
  readonly failed: number;
}

export interface Comparison {
  readonly endpoint: string;
  readonly answerBytes: number;
  /** Medians over the rounds. */
  readonly service: Sustained;
  readonly bare: Sustained;
  /** Throughput of the service as a share of the bare server's: the median of the rounds, and each. */
  readonly shares: { readonly throughput: Shares; readonly closed: Shares; readonly cpu: Shares | undefined };
  readonly goal: number;
  readonly reached: boolean;
}

export interface Shares {
  readonly median: number;
  readonly rounds: readonly number[];
}

type Order = Omit<LoadOrder, 'arrivals' | 'rate' | 'seconds'>;

/** Finds the highest constant rate that a server sustains, downwards from its rate in a closed loop. */
async function sustained(
  load: LoadGenerator,
  server: Server,
  order: Order,
  seconds: number,
): Promise<Sustained> {
  const possible = await load.run({ ...order, arrivals: 'closed', rate: 0, seconds: SEARCH_SECONDS });
  for (let rate = possible.throughput * 0.98; ; rate *= 0.95) {
    const before = server.cpu();
    const began = performance.now();
    const full = await load.run({ ...order, arrivals: 'open', rate, seconds });
    const elapsed = performance.now() - began;
    const after = server.cpu();
    if (full.throughput < SUSTAINED * rate && rate > possible.throughput / 2) continue;
    const used = before === undefined || after === undefined ? undefined : after - before;
    const half = await load.run({ ...order, arrivals: 'open', rate: rate / 2, seconds });
    return {
      closed: possible.throughput,
      throughput: full.throughput,
      cpu: used && used / full.answered,
      busy: used && used / (elapsed * 1_000),
      atFull: full.latencies,
      atHalf: half.latencies,
      failed: full.failed + half.failed,
    };
  }
}

/**
 * Measures the service and the bare server in turn, on the same core, for several rounds. Temporary disturbances of the
 * machine affect both, and the median of the rounds excludes those that affect only one.
 */
export async function compare(
  endpoint: MeasuredEndpoint,
  load: LoadGenerator,
  { seconds, profile }: { readonly seconds: number; readonly profile?: string | undefined },
): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    const caller = await makeShop(folder, endpoint.products);
    const service = await startService(folder, { profile });
    for (const { path, body } of endpoint.prepare?.(caller) ?? [])
      await call(service.port, caller, path, body);
    const answer = await call(service.port, caller, endpoint.path, endpoint.body(caller, 0));
    const bare = await Server.start('./bare.ts', { parameters: [answer] });
    const servers = [service, bare];
    const order = (server: Server): Order => ({
      port: server.port,
      basePath,
      endpoint: endpoint.path,
      caller,
      connections: CONNECTIONS,
    });
    for (const server of servers)
      await load.run({ ...order(server), arrivals: 'closed', rate: 0, seconds: WARM_UP_SECONDS });
    const rounds: Sustained[][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured: Sustained[] = [];
      for (const server of servers) measured.push(await sustained(load, server, order(server), seconds));
      rounds.push(measured);
    }
    for (const server of servers) await server.stop();

    const shareOf = (share: (own: Sustained, other: Sustained) => number): Shares => {
      const each = rounds.map(([own, other]) => share(own!, other!));
      return { median: median(each), rounds: each };
    };
    const throughput = shareOf((own, other) => own.throughput / other.throughput);
    const closed = shareOf((own, other) => own.closed / other.closed);
    const known = rounds.flat().every(({ cpu }) => cpu !== undefined);
    const cpu = known ? shareOf((own, other) => other.cpu! / own.cpu!) : undefined;
    const own = medianOf(rounds.map(([each]) => each!));
    return {
      endpoint: endpoint.path,
      answerBytes: Buffer.byteLength(answer),
      service: own,
      bare: medianOf(rounds.map(([, each]) => each!)),
      shares: { throughput, closed, cpu },
      goal: endpoint.goal,
      reached:
        throughput.median >= endpoint.goal &&
        (endpoint.goalP99 === undefined || own.atHalf.p99 < endpoint.goalP99),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** The median of each figure; failures are summed. */
function medianOf(rounds: readonly Sustained[]): Sustained {
  const known = (values: readonly (number | undefined)[]) => {
    const numbers = values.filter((value) => value !== undefined);
    return numbers.length === values.length ? median(numbers) : undefined;
  };
  const latencies = (each: readonly Latencies[]): Latencies => ({
    p50: median(each.map(({ p50 }) => p50)),
    p99: median(each.map(({ p99 }) => p99)),
    p999: median(each.map(({ p999 }) => p999)),
    worst: Math.max(...each.map(({ worst }) => worst)),
  });
  return {
    closed: median(rounds.map(({ closed }) => closed)),
    throughput: median(rounds.map(({ throughput }) => throughput)),
    cpu: known(rounds.map(({ cpu }) => cpu)),
    busy: known(rounds.map(({ busy }) => busy)),
    atFull: latencies(rounds.map(({ atFull }) => atFull)),
    atHalf: latencies(rounds.map(({ atHalf }) => atHalf)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}
