import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { basePath } from '@decidable/contract';
import { type Caller, type MeasuredEndpoint, measuredEndpoints } from './endpoints.ts';
import { type BesideGrading, measureBesideGrading } from './grading.ts';
import type { LoadReport } from './load.ts';
import { LoadGenerator, pinned, Server } from './processes.ts';
import { call, makeShop, startService } from './shop.ts';

/**
 * Throughput and latency of the service beside a bare `node:http` server that parses and answers the same JSON.
 * Each server runs on one core; the load comes from another process on another core.
 *
 * Then the latency of a light endpoint while catalogues of 2 MB are graded back to back, beside that without.
 *
 * `npm run bench:service -- [--only /event | /track | /catalog/ranked | grading] [--seconds 5] [--profile FOLDER] [--json]`
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    profile: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const CONNECTIONS = 128;
const WARM_UP = 10;
/** A rate counts as sustained where this share of what was due was answered in time. */
const SUSTAINED = 0.99;

interface Measured {
  /** The highest rate that was sustained, open loop, in requests a second. */
  readonly throughput: number;
  /** CPU time of the server a request at that rate, all its threads together, in µs. */
  readonly cpu: number | undefined;
  readonly atFull: LoadReport['latencies'];
  /** The same at half of that rate. */
  readonly atHalf: LoadReport['latencies'];
  readonly failed: number;
}

async function measure(
  load: LoadGenerator,
  server: Server,
  prefix: string,
  endpoint: MeasuredEndpoint,
  caller: Caller,
): Promise<Measured> {
  const order = {
    port: server.port,
    basePath: prefix,
    endpoint: endpoint.path,
    caller,
    connections: CONNECTIONS,
  };
  // Warm means compiled: V8 optimises for some tens of thousands of requests, on the same core.
  await load.run({ ...order, arrivals: 'closed', rate: 0, seconds: WARM_UP });
  // What is possible at all; then the highest constant rate below it that holds.
  const possible = await load.run({ ...order, arrivals: 'closed', rate: 0, seconds: 2 });
  let rate = possible.throughput * 0.95;
  let full: LoadReport;
  let cpu: number | undefined;
  for (;;) {
    const before = server.cpu();
    full = await load.run({ ...order, arrivals: 'open', rate, seconds });
    const after = server.cpu();
    cpu = before === undefined || after === undefined ? undefined : (after - before) / full.answered;
    if (full.throughput >= SUSTAINED * rate || rate < possible.throughput / 2) break;
    rate *= 0.93;
  }
  const half = await load.run({ ...order, arrivals: 'open', rate: rate / 2, seconds });
  return {
    throughput: full.throughput,
    cpu,
    atFull: full.latencies,
    atHalf: half.latencies,
    failed: full.failed + half.failed,
  };
}

async function compare(endpoint: MeasuredEndpoint, load: LoadGenerator) {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    const caller = await makeShop(folder, endpoint.products);
    const service = await startService(folder, values.profile);
    for (const { path, body } of endpoint.prepare?.(caller) ?? [])
      await call(service.port, caller, path, body);
    const answer = await call(service.port, caller, endpoint.path, endpoint.body(caller, 0));
    const own = await measure(load, service, basePath, endpoint, caller);
    await service.stop();
    const bareServer = await Server.start('./bare.ts', { parameters: [answer] });
    const bare = await measure(load, bareServer, basePath, endpoint, caller);
    await bareServer.stop();
    // Where the load generator or other work on the machine holds the faster server back, the ratio of
    // throughputs flatters the slower one; that of CPU times does not. The goal has to hold for both.
    const shares = {
      throughput: own.throughput / bare.throughput,
      cpu: own.cpu === undefined || bare.cpu === undefined ? undefined : bare.cpu / own.cpu,
    };
    return {
      endpoint: endpoint.path,
      answerBytes: Buffer.byteLength(answer),
      service: own,
      bare,
      shares,
      goal: endpoint.goal,
      reached:
        Math.min(shares.throughput, shares.cpu ?? 1) >= endpoint.goal &&
        (endpoint.goalP99 === undefined || own.atHalf.p99 < endpoint.goalP99),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const conditions = `Node.js ${process.version}, ${cpus()[0]?.model.trim()}, ${
  pinned ? 'server and load on one core each' : 'processes not held to one core'
}, ${CONNECTIONS} connections, open loop, ${seconds} s a run, latency from the time a request was due`;
const load = new LoadGenerator();
const wanted = (name: string) => values.only === undefined || values.only === name;
const results = [];
let grading: BesideGrading | undefined;
try {
  for (const endpoint of measuredEndpoints) {
    if (wanted(endpoint.path)) {
      results.push(await compare(endpoint, load));
    }
  }
  if (wanted('grading')) grading = await measureBesideGrading(load, seconds);
} finally {
  load.stop();
}

if (values.json) {
  console.log(JSON.stringify({ conditions, results, grading }, null, 2));
} else {
  console.log(`${conditions}\n`);
  for (const { endpoint, service, bare, shares, goal, reached, answerBytes } of results) {
    console.log(`${endpoint} (answers of ${answerBytes} bytes)`);
    console.table({
      service: row(service),
      'bare node:http': row(bare),
    });
    console.log(
      `${percent(shares.throughput)} of the bare server by throughput, ${percent(shares.cpu)} by CPU time; goal ${percent(goal)} by both: ${reached ? 'reached' : 'not reached'}\n`,
    );
  }
  if (grading !== undefined) {
    const { endpoint, rate, megabytes, gradings } = grading;
    console.log(
      `${endpoint} at ${rate} requests/s, while catalogues of ${megabytes} MB are graded on the same core`,
    );
    console.table({ idle: rounded(grading.idle), grading: rounded(grading.beside) });
    console.log(`${gradings} gradings in ${seconds} s`);
  }
}

function percent(share: number | undefined): string {
  return share === undefined ? 'unknown' : `${(share * 100).toFixed(0)} %`;
}

function rounded({ p50, p99, p999, worst }: LoadReport['latencies']) {
  const ms = (value: number) => Number(value.toFixed(2));
  return { 'p50 ms': ms(p50), 'p99 ms': ms(p99), 'p99.9 ms': ms(p999), 'worst ms': ms(worst) };
}

function row({ throughput, cpu, atFull, atHalf, failed }: Measured) {
  const ms = (value: number) => Number(value.toFixed(2));
  return {
    'requests/s': Math.round(throughput),
    'CPU µs': cpu === undefined ? '?' : Math.round(cpu),
    'p50 ms': ms(atFull.p50),
    'p99 ms': ms(atFull.p99),
    'p99.9 ms': ms(atFull.p999),
    'half: p50': ms(atHalf.p50),
    'half: p99': ms(atHalf.p99),
    'half: p99.9': ms(atHalf.p999),
    failed,
  };
}
