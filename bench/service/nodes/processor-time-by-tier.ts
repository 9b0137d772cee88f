import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ClusterUnderFaults } from '../../../packages/server/durability/cluster/cluster-under-faults.ts';
import { RequestLedger } from '../../../packages/server/durability/cluster/request-ledger.ts';
import { ValkeyProcess } from '../../../packages/server/storage/cluster/valkey/testing/valkey-process.ts';
import { countOf, readOptions } from '../../options.ts';
import { processorTime } from './processor-time.ts';
import { sharesOf } from './profile.ts';

/** CPU time of each tier a request, with several numbers of nodes in turn, and what PostgreSQL waits for meanwhile. */
const USAGE = `npm run bench:nodes -- [options]

CPU time a request of nodes, nginx, PostgreSQL and Valkey, with one node and with several, in turn. Starts its own servers.

  --rate N        requests a second (500)
  --nodes N       compared with one (3)
  --rounds N      (2)
  --seconds N     of a round (12)
  --profile       where the CPU time of a node goes, in one more round`;

const values = readOptions(USAGE, {
  rate: { type: 'string', default: '500' },
  nodes: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '12' },
  profile: { type: 'boolean', default: false },
});
const rate = countOf(USAGE, '--rate', values.rate);
const nodes = countOf(USAGE, '--nodes', values.nodes);
const rounds = countOf(USAGE, '--rounds', values.rounds);
const seconds = countOf(USAGE, '--seconds', values.seconds);

/** How often it is looked what connections of nodes wait for, in ms. */
const SAMPLE_EVERY = 25;
/** Parts of a profile that are told. */
const MOST_PARTS = 12;

const WAITS = `
  SELECT CASE WHEN state = 'active' THEN coalesce(wait_event_type || ' ' || wait_event, 'CPU') ELSE 'idle' END AS waits
  FROM pg_stat_activity WHERE application_name LIKE 'decidable node-%' AND state IS NOT NULL`;

interface Round {
  readonly requests: number;
  readonly failed: number;
  /** µs a request. */
  readonly tiers: Readonly<Record<'nodes' | 'nginx' | 'postgres' | 'valkey', number>>;
  /** Samples of connections of nodes, by what they waited for. */
  readonly waits: ReadonlyMap<string, number>;
}

async function round(count: number, settings: Readonly<Record<string, string>> = {}): Promise<Round> {
  const cluster = await ClusterUnderFaults.start({ nodes: count, valkey: 'single', direct: true, settings });
  const client = new pg.Client(`${cluster.postgres.address}/postgres`);
  try {
    await client.connect();
    const { nginx, organizationId, key } = cluster.nodes;
    const ledger = new RequestLedger(nginx.address, organizationId, key);
    ledger.begin(rate);
    await pause((seconds * 1_000) / 2);
    const time = () => ({
      nodes: processorTime(Array.from({ length: count }, (_, n) => cluster.nodes.node(n).pid)),
      nginx: processorTime(nginx.pids),
      postgres: processorTime(cluster.postgres.pids),
      valkey: cluster.valkey instanceof ValkeyProcess ? processorTime([cluster.valkey.pid]) : 0,
    });
    const [before, from] = [time(), ledger.answers.length];
    const waits = new Map<string, number>();
    for (
      const until = performance.now() + seconds * 1_000;
      performance.now() < until;
      await pause(SAMPLE_EVERY)
    ) {
      const { rows } = await client.query<{ waits: string }>(WAITS);
      for (const { waits: each } of rows) waits.set(each, (waits.get(each) ?? 0) + 1);
    }
    const after = time();
    const answers = ledger.answers.slice(from);
    const each = (tier: keyof typeof after) => (after[tier] - before[tier]) / answers.length;
    const tiers = {
      nodes: each('nodes'),
      nginx: each('nginx'),
      postgres: each('postgres'),
      valkey: each('valkey'),
    };
    await ledger.end();
    return {
      requests: answers.length,
      failed: answers.filter(({ status }) => status !== 200).length,
      tiers,
      waits,
    };
  } finally {
    await client.end();
    for (let n = 0; n < count; n++) await cluster.nodes.node(n).end('SIGTERM');
    await cluster.close();
  }
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const share = (part: number): string => `${(100 * part).toFixed(1)} %`;

console.log(
  `Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}, ${rate} requests/s for ${seconds} s, load average ${loadavg()[0]!.toFixed(1)}\n`,
);
console.log(
  row([
    'Nodes',
    'Requests',
    'Failed',
    'Nodes, µs',
    'nginx, µs',
    'PostgreSQL, µs',
    'Valkey, µs',
    'Connections: idle',
    'on the CPU',
    'waiting',
  ]),
);
console.log(row(Array(10).fill('---')));
const waited = new Map<string, number>();
for (let n = 0; n < rounds; n++) {
  for (const count of [1, nodes]) {
    const { requests, failed, tiers, waits } = await round(count);
    const samples = [...waits.values()].reduce((sum, each) => sum + each, 0);
    const idle = [...waits]
      .filter(([what]) => what === 'idle' || what.startsWith('Client '))
      .reduce((sum, [, each]) => sum + each, 0);
    const busy = waits.get('CPU') ?? 0;
    for (const [what, each] of waits) waited.set(what, (waited.get(what) ?? 0) + each);
    console.log(
      row([
        count,
        requests,
        failed,
        ...[tiers.nodes, tiers.nginx, tiers.postgres, tiers.valkey].map((time) => Math.round(time)),
        ...[idle, busy, samples - idle - busy].map((each) => share(each / samples)),
      ]),
    );
  }
}
const samples = [...waited.values()].reduce((sum, each) => sum + each, 0);
console.log(`\nConnections of nodes in PostgreSQL, ${samples} samples:`);
for (const [what, each] of [...waited].toSorted(([, a], [, b]) => b - a))
  console.log(`${share(each / samples).padStart(8)}  ${what}`);

if (values.profile) {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-profile-'));
  await round(nodes, { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
  console.log('\nCPU time of one node, idle time left out:');
  for (const [part, of] of sharesOf(folder).slice(0, MOST_PARTS))
    console.log(`${share(of).padStart(8)}  ${part}`);
  rmSync(folder, { recursive: true });
}
