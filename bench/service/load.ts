import { Connection, requestBytes } from './connection.ts';
import { besideGrading, type Caller, measuredEndpoints } from './endpoints.ts';
import { type Latencies, latenciesOf } from './latencies.ts';

/** The task of the load process. */
export interface LoadOrder {
  readonly port: number;
  readonly basePath: string;
  readonly endpoint: string;
  readonly caller: Caller;
  readonly connections: number;
  /**
   * `open`: requests are due at a constant rate, independent of the server, and each latency counts from the time at
   * which its request was due, so that a stalling server cannot hide it (no coordinated omission).
   * `closed`: every connection sends as soon as it has its answer, which gives the highest possible rate.
   */
  readonly arrivals: 'open' | 'closed';
  /** Requests a second, for open arrivals. */
  readonly rate: number;
  readonly seconds: number;
}

export interface LoadReport {
  readonly sent: number;
  readonly answered: number;
  readonly failed: number;
  /** Answers a second over the time of the run. */
  readonly throughput: number;
  readonly latencies: Latencies;
}

/** Shortest pause to sleep for, in ms: twice the delay of a timer. */
const SLEEP = 2;

/** Requests prepared before a run; more than there are sessions, so that bodies differ. */
const PREPARED = 20_000;

async function run(order: LoadOrder): Promise<LoadReport> {
  const endpoint = [...measuredEndpoints, besideGrading].find(({ path }) => path === order.endpoint);
  if (endpoint === undefined) throw new Error(`No such endpoint: ${order.endpoint}`);
  const headers = { 'x-api-key': order.caller.key };
  const requests = Array.from({ length: PREPARED }, (_, n) =>
    requestBytes(order.basePath + order.endpoint, headers, endpoint.body(order.caller, n)),
  );
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => Connection.open(order.port)),
  );
  const report =
    order.arrivals === 'open'
      ? await open(order, connections, requests)
      : await closed(order, connections, requests);
  for (const connection of connections) connection.close();
  return report;
}

async function open(
  { rate, seconds }: LoadOrder,
  connections: readonly Connection[],
  requests: readonly Buffer[],
): Promise<LoadReport> {
  const total = Math.round(rate * seconds);
  const latencies = new Float64Array(total);
  const idle = [...connections];
  const interval = 1_000 / rate;
  const started = performance.now() + 10;
  let next = 0;
  let answered = 0;
  let failed = 0;

  const send = (connection: Connection) => {
    const n = next++;
    connection.send(requests[n % requests.length], (status) => {
      latencies[answered++] = performance.now() - (started + n * interval);
      if (status !== 200) failed++;
      // Requests that fell due while all connections were busy go first.
      if (next < total && started + next * interval <= performance.now()) send(connection);
      else idle.push(connection);
    });
  };
  await new Promise<void>((resolve) => {
    const turn = () => {
      const now = performance.now();
      while (next < total && idle.length > 0 && started + next * interval <= now) send(idle.pop()!);
      if (answered === total || now > started + seconds * 1_000 + 10_000) resolve();
      // At low rates it sleeps, to leave the core to the server; at high rates it must not be late.
      else if (started + next * interval - now > SLEEP) setTimeout(turn, 1);
      else setImmediate(turn);
    };
    turn();
  });
  const elapsed = performance.now() - started;
  return {
    sent: next,
    answered,
    failed,
    throughput: (answered / elapsed) * 1_000,
    latencies: latenciesOf(latencies.subarray(0, answered)),
  };
}

async function closed(
  { seconds }: LoadOrder,
  connections: readonly Connection[],
  requests: readonly Buffer[],
): Promise<LoadReport> {
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1_000;
  let next = 0;
  let failed = 0;
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const send = () => {
            const sent = performance.now();
            if (sent >= until) return resolve();
            connection.send(requests[next++ % requests.length], (status) => {
              latencies.push(performance.now() - sent);
              if (status !== 200) failed++;
              if (status === 0) resolve();
              else send();
            });
          };
          send();
        }),
    ),
  );
  const elapsed = performance.now() - started;
  return {
    sent: next,
    answered: latencies.length,
    failed,
    throughput: (latencies.length / elapsed) * 1_000,
    latencies: latenciesOf(Float64Array.from(latencies)),
  };
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await run(order));
});
