import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ClusterUnderFaults } from '../../../packages/server/durability/cluster/cluster-under-faults.ts';
import {
  type FaultResult,
  runFault,
  violationsOf,
} from '../../../packages/server/durability/cluster/fault-run.ts';
import { FAULTS, type Fault } from '../../../packages/server/durability/cluster/faults.ts';
import { type Differences, differences } from '../../../packages/server/durability/cluster/reconciliation.ts';
import { RequestLedger } from '../../../packages/server/durability/cluster/request-ledger.ts';
import { countOf, fail, readOptions } from '../../options.ts';

/**
 * Nodes of a cluster behind nginx under load, one fault after another, and a ledger of what was acknowledged, which is
 * compared with the store at the end.
 */
const USAGE = `npm run bench:faults -- [options]

What clients see of faults of a cluster, and whether anything that was acknowledged is lost or counted twice. Starts its own
PostgreSQL, Valkey (or Redis), nodes and nginx.

  --rate N        requests a second (500)
  --nodes N       (3)
  --valkey KIND   single, cluster or none; each in turn unless given
  --only TEXT     faults whose names contain this
  --hold N        seconds that a fault lasts that does not say so itself (4)
  --after N       seconds that are looked at after the mend (8)
  --no-disk       without the full disk, for which a file system is mounted`;

const values = readOptions(USAGE, {
  rate: { type: 'string', default: '500' },
  nodes: { type: 'string', default: '3' },
  valkey: { type: 'string' },
  only: { type: 'string', default: '' },
  hold: { type: 'string', default: '4' },
  after: { type: 'string', default: '8' },
  'no-disk': { type: 'boolean', default: false },
});
const rate = countOf(USAGE, '--rate', values.rate);
const nodes = countOf(USAGE, '--nodes', values.nodes);
const hold = countOf(USAGE, '--hold', values.hold) * 1_000;
const after = countOf(USAGE, '--after', values.after) * 1_000;
const { valkey } = values;
if (valkey !== undefined && valkey !== 'single' && valkey !== 'cluster' && valkey !== 'none')
  fail(USAGE, '--valkey is single, cluster or none.');

/** Bytes of the disk of PostgreSQL: enough for the load of a run, and soon full. */
const DISK = 900_000_000;
/** How long nodes on a busy machine may take to count what was pending, and how often it is looked, in ms. Set by hand. */
const SETTLED_WITHIN = 60_000;
const LOOK_EVERY = 1_000;

const canMount =
  !values['no-disk'] && process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;
const ms = (time: number | undefined): string => (time === undefined ? '–' : `${Math.round(time)} ms`);

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

const told = (seen: FaultResult): string =>
  row([
    seen.fault,
    seen.requests,
    seen.refused,
    [...seen.wrong.values()].reduce((sum, count) => sum + count, 0),
    ms(seen.firstRefusal),
    ms(seen.slowestRefusal),
    ms(seen.lastRefusal),
    ms(seen.firstSuccess),
    seen.ended.length,
    ms(seen.slowestSuccess),
  ]);

/** The differences that stay: nodes count what was pending when its store is back. */
async function settled(found: () => Promise<Differences>): Promise<Differences> {
  const limit = performance.now() + SETTLED_WITHIN;
  for (;;) {
    const last = await found();
    if (last.lost.length + last.miscounted.length === 0 || performance.now() > limit) return last;
    await pause(LOOK_EVERY);
  }
}

type Kind = 'single' | 'cluster' | 'none';

const CHANNELS = {
  single: 'one Valkey',
  cluster: 'a Cluster of Valkey with six processes',
  none: 'no Valkey',
} as const satisfies Record<Kind, string>;

async function run(kind: Kind, faults: readonly Fault[]): Promise<string[]> {
  const disk = canMount && faults.some(({ needs }) => needs === 'a disk') ? DISK : undefined;
  const cluster = await ClusterUnderFaults.start({
    nodes,
    valkey: kind,
    ...(disk !== undefined && { disk, postgres: { max_wal_size: '128MB', wal_recycle: 'off' } }),
  });
  const wrong: string[] = [];
  try {
    const { nginx, organizationId, key, storage } = cluster.nodes;
    const ledger = new RequestLedger(nginx.address, organizationId, key);
    console.log(
      `\n${nodes} nodes, ${CHANNELS[kind]}${disk === undefined ? '' : ', PostgreSQL on a file system in memory'}, ${rate} requests/s, load average ${loadavg()[0]!.toFixed(1)}\n`,
    );
    console.log(
      row([
        'Fault',
        'Requests',
        'Refused',
        'Wrong',
        'First refusal after',
        'Slowest refusal',
        'Last refusal after the mend',
        'First answer after the mend',
        'Nodes ended',
        'Slowest success',
      ]),
    );
    console.log(row(Array(10).fill('---')));
    const messages: string[] = [];
    ledger.begin(rate);
    await pause(after);
    for (const fault of faults) {
      const seen = await runFault(cluster, ledger, fault, hold, after);
      console.log(told(seen));
      messages.push(...[...seen.messages].map(([message, times]) => `${seen.fault}: ${times} × ${message}`));
      wrong.push(...violationsOf(seen));
    }
    await ledger.end();
    console.log(`\n${messages.join('\n')}`);
    const { lost, doubled, miscounted } = await settled(() => differences(storage, organizationId, ledger));
    const answered = ledger.answers.length;
    const acknowledged = [...ledger.acknowledged.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `\n${answered} requests, ${acknowledged} acknowledged: ${lost.length} lost, ${doubled.length} doubled, usage ${miscounted.length === 0 ? 'as answered' : 'not as answered'}; ${[...ledger.acknowledged].map(([path, count]) => `${path} ${count}`).join(', ')}`,
    );
    if (ledger.skipped > 0) wrong.push(`${ledger.skipped} visits did not begin: too many were under way`);
    wrong.push(
      ...miscounted,
      ...lost.slice(0, 20).map((name) => `lost: ${name}`),
      ...doubled.slice(0, 20).map((name) => `doubled: ${name}`),
    );
  } finally {
    await cluster.close();
  }
  return wrong;
}

console.log(`Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
if (!canMount)
  console.log(
    `The full disk is left out${values['no-disk'] ? '' : ': it needs the right to mount a file system'}.`,
  );
const violations: string[] = [];
for (const kind of valkey === undefined ? (['cluster', 'single', 'none'] as const) : [valkey as Kind]) {
  const faults = FAULTS.filter(
    ({ name, needs }) =>
      name.includes(values.only) &&
      (needs !== 'one Valkey' || kind === 'single') &&
      (needs !== 'a Cluster' || kind === 'cluster') &&
      (needs !== 'a Valkey' || kind !== 'none') &&
      (needs !== 'a disk' || (canMount && kind === 'single')),
  );
  if (faults.length > 0) violations.push(...(await run(kind, faults)));
}
for (const violation of violations) console.error(violation);
if (violations.length > 0) process.exitCode = 1;
