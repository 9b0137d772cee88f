import { cpus, loadavg } from 'node:os';
import { countOf, readOptions } from '../options.ts';
import { measuredEndpoints } from './endpoints.ts';
import { type BesideGrading, measureBesideGrading } from './grading.ts';
import type { Latencies } from './latencies.ts';
import { type MeasuredPair, measurePairs } from './pairs.ts';
import { LoadGenerator, pinned } from './processes.ts';
import { CONNECTIONS, compare, ROUNDS, type Shares, type Sustained } from './side-by-side.ts';

/**
 * Throughput and latency of the service beside a bare `node:http` server that parses and answers the same JSON.
 * Both run on the same core, in turn; the load comes from another process on another core.
 *
 * Then a view and the list after it, with everything and with ids and scores alone.
 *
 * Then the latency of a light endpoint while catalogues of 2 MB are graded back to back, beside that without.
 */
const USAGE = `npm run bench:service -- [options]

Throughput and latency beside a bare HTTP server on the same core, in turn, and beside gradings.

  --only NAME         one part: /event, /track, /catalog/ranked, pairs or grading
  --seconds N         length of a run (3)
  --profile FOLDER    where profiles of the service are written to
  --json              print JSON instead of tables`;

const values = readOptions(USAGE, {
  only: { type: 'string' },
  seconds: { type: 'string', default: '3' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
});
const seconds = countOf(USAGE, '--seconds', values.seconds);

const load = new LoadGenerator();
const wanted = (name: string) => values.only === undefined || values.only === name;
const loadBefore = loadavg()[0];
const results = [];
const gradings: BesideGrading[] = [];
let pairs: readonly MeasuredPair[] = [];
try {
  for (const endpoint of measuredEndpoints) {
    if (wanted(endpoint.path))
      results.push(await compare(endpoint, load, { seconds, profile: values.profile }));
  }
  if (wanted('pairs')) pairs = await measurePairs(seconds, values.profile);
  if (wanted('grading')) {
    // Latencies at low request rates need a longer run.
    for (const cores of ['0,1', '0']) gradings.push(await measureBesideGrading(load, cores, seconds * 4));
  }
} finally {
  load.stop();
}

const conditions = `Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}, ${
  pinned ? 'servers on one core and load on another' : 'processes not held to a core'
}, load average ${loadBefore.toFixed(1)} before, ${CONNECTIONS} keep-alive connections, open loop, medians of ${ROUNDS} rounds in turn, ${seconds} s a run, latency from the time a request was due`;

if (values.json) {
  console.log(JSON.stringify({ conditions, results, pairs, gradings }, null, 2));
} else {
  console.log(`${conditions}\n`);
  for (const { endpoint, service, bare, shares, goal, reached, answerBytes } of results) {
    console.log(`${endpoint} (answers of ${answerBytes} bytes)`);
    console.table({
      service: row(service),
      'bare node:http': row(bare),
    });
    console.log(
      `${shown(shares.throughput)} of the bare server by throughput, ${shown(shares.closed)} in a closed loop, ${shown(shares.cpu)} by CPU time a request; goal ${percent(goal)} by throughput: ${reached ? 'reached' : 'not reached'}\n`,
    );
  }
  if (pairs.length > 0) {
    console.log('a view by /track, then twenty products by /catalog/ranked');
    console.table(Object.fromEntries(pairs.map((each) => [each.name, pairRow(each)])));
  }
  for (const { endpoint, cores, rate, megabytes, gradings: graded, idle, beside } of gradings) {
    console.log(
      `${endpoint} at ${rate} requests/s, while catalogues of ${megabytes} MB are graded on the same cores (${cores})`,
    );
    console.table({ idle: rounded(idle), grading: rounded(beside) });
    console.log(`${graded} gradings in ${seconds * 4} s\n`);
  }
}

function pairRow({ pairs, rounds, cpu, latencies, failed }: MeasuredPair) {
  return {
    'pairs/s': Math.round(pairs),
    rounds: rounds.map((each) => Math.round(each)).join(', '),
    'CPU µs': cpu === undefined ? '?' : Math.round(cpu),
    '300/s: p50 ms': Number(latencies.p50.toFixed(2)),
    '300/s: p99 ms': Number(latencies.p99.toFixed(2)),
    failed,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function shown(shares: Shares | undefined): string {
  return shares === undefined
    ? 'unknown'
    : `${percent(shares.median)} (${shares.rounds.map(percent).join(', ')})`;
}

function rounded({ p50, p99, p999, worst }: Latencies) {
  const ms = (value: number) => Number(value.toFixed(2));
  return { 'p50 ms': ms(p50), 'p99 ms': ms(p99), 'p99.9 ms': ms(p999), 'worst ms': ms(worst) };
}

function row({ throughput, closed, cpu, busy, atFull, atHalf, failed }: Sustained) {
  const ms = (value: number) => Number(value.toFixed(2));
  return {
    'requests/s': Math.round(throughput),
    'closed/s': Math.round(closed),
    'CPU µs': cpu === undefined ? '?' : Math.round(cpu),
    'core used': busy === undefined ? '?' : percent(busy),
    'p50 ms': ms(atFull.p50),
    'p99 ms': ms(atFull.p99),
    'p99.9 ms': ms(atFull.p999),
    'half: p50': ms(atHalf.p50),
    'half: p99': ms(atHalf.p99),
    'half: p99.9': ms(atHalf.p999),
    failed,
  };
}
