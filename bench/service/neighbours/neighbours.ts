import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, cpus, loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@decidable/contract';
import { countOf, readOptions } from '../../options.ts';
import type { Latencies } from '../latencies.ts';
import { LoadGenerator, start } from '../processes.ts';
import { openShop, startService } from '../shop.ts';
import { makeShops } from '../shops/many-shops.ts';
import type { AttackOrder, AttackReport } from './attacker.ts';
import { attacks } from './attacks.ts';

/**
 * The latency of one shop's `/track` while another shop sends, from one address and within the default limits, the most
 * expensive requests that the interface allows; beside the latency without them, measured right before.
 */
const USAGE = `npm run bench:neighbours -- [options]

The latency of /track of one shop while another shop sends expensive requests, beside that without them.

  --only TEXT       attacks of which the line has this in it: "/track"
  --seconds N       length of a run (6)
  --connections N   connections of the attacker (60)
  --products N      size of both catalogues (20000)
  --profile FOLDER  where profiles of the service are written to
  --json            print JSON instead of a table`;

const values = readOptions(USAGE, {
  only: { type: 'string', default: '' },
  seconds: { type: 'string', default: '6' },
  connections: { type: 'string', default: '60' },
  products: { type: 'string', default: '20000' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
});
const seconds = countOf(USAGE, '--seconds', values.seconds);
const connections = countOf(USAGE, '--connections', values.connections);
const products = countOf(USAGE, '--products', values.products);

/** Requests a second of the shop that is measured: below the default limit of a key from one address. */
const RATE = 80;
/** The limits that a service has unless told otherwise. */
const DEFAULT_LIMITS = {
  RATE_LIMIT_SESSION: '20:60',
  RATE_LIMIT_CLIENT: '100:300',
  RATE_LIMIT_KEY: '2000:6000',
  RATE_LIMIT_GRADING: '0.5:30',
  RATE_LIMIT_WORK: '500:2500',
  RATE_LIMIT_ORGANIZATION_WORK: '2000:20000',
  // Nothing is refused because the machine is busy with other work.
  MAX_LAG_MS: '5000',
};

interface Row {
  readonly attack: string;
  readonly alone: Latencies;
  readonly beside: Latencies;
  readonly failed: number;
  readonly answers: AttackReport;
  /** The most memory of the process so far, in bytes. */
  readonly memory: number | undefined;
}

const rows: Row[] = [];
const loadBefore = loadavg()[0];
for (const [n, { path, name }] of attacks.entries()) {
  const title = `${path} ${name}`;
  if (title.includes(values.only)) rows.push(await measure(n, title));
}

if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(
    `Node.js ${process.version}, ${cpus().length} cores shared by service, load and attacker, load average ${loadBefore.toFixed(1)} before, ${products} products, /track at ${RATE} requests/s for ${seconds} s, ${connections} connections of the attacker`,
  );
  console.table(
    rows.map(({ attack, alone, beside, failed, answers, memory }) => ({
      attack,
      'alone p50': shown(alone.p50),
      'alone p99': shown(alone.p99),
      'beside p50': shown(beside.p50),
      'beside p99': shown(beside.p99),
      'beside worst': shown(beside.worst),
      failed,
      'attack answered': Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      'peak MB': memory === undefined ? '?' : Math.round(memory / 1e6),
    })),
  );
}

function shown(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}

async function measure(attack: number, title: string): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  const [own, other] = await makeShops(folder, [products, products]);
  const server = await startService(folder, {
    cores: '0,1',
    environment: DEFAULT_LIMITS,
    profile: values.profile,
  });
  const load = new LoadGenerator('0,1');
  const attacker = start('./neighbours/attacker.ts', '0,1');
  // It has a machine of its own where it attacks: here it takes what the service and its measured shop leave.
  setPriority(attacker.pid!, constants.priority.PRIORITY_LOW);
  try {
    for (const each of [own, other]) await openShop(server.port, each);
    const track = (length: number) =>
      load.run({
        port: server.port,
        basePath,
        endpoint: '/track',
        caller: own,
        connections: 16,
        arrivals: 'open',
        rate: RATE,
        seconds: length,
      });
    await track(2);
    const alone = await track(seconds);
    const order: AttackOrder = {
      port: server.port,
      caller: other,
      attack,
      connections,
      address: '127.0.0.2',
    };
    const ready = once(attacker, 'message');
    attacker.send(order);
    await ready;
    // The attack has reached its height.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const beside = await track(seconds);
    const report = once(attacker, 'message');
    attacker.send('stop');
    const [answers] = (await report) as [AttackReport];
    return {
      attack: title,
      alone: alone.latencies,
      beside: beside.latencies,
      failed: beside.failed + (beside.sent - beside.answered),
      answers,
      memory: server.memory()?.most,
    };
  } finally {
    load.stop();
    attacker.kill();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
