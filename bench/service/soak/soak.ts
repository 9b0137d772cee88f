import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOf, readOptions } from '../../options.ts';
import { Connection } from '../connection.ts';
import { type Latencies, latenciesOf } from '../latencies.ts';
import { pinned, type Server } from '../processes.ts';
import { addHistory, makeShop, startService, trainShop } from '../shop.ts';
import { CONNECTIONS } from '../side-by-side.ts';
import type { Held } from './soak-serve.ts';
import { requestOf } from './visits.ts';

/**
 * The service under half of its highest load for a long time: whether memory, handles and latencies stay what they
 * were. Every visit is a new session, so that what is kept for a session must be given up again. The shop has a history
 * and a model: rankings by a model cost more than those without, and once the first visits have ended the service learns
 * them beside the load, and trains again.
 */
const USAGE = `npm run bench:soak -- [options]

Memory, handles and latencies under half load, in twelve parts of the time. It fails where requests fail, the heap or
the p99 grows, or descriptors stay open.

  --minutes N     (60); visits end, and are learned, from minute 32 on
  --rate N        requests a second; half of the highest rate unless given
  --cores LIST    that the service may use, e.g. 0 for one (0,1)
  --products N    of the catalogue (20000)
  --history N     past sessions that the shop has learned (20000)`;

const values = readOptions(USAGE, {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string' },
  cores: { type: 'string', default: '0,1' },
  products: { type: 'string', default: '20000' },
  history: { type: 'string', default: '20000' },
});
const minutes = countOf(USAGE, '--minutes', values.minutes);
const products = countOf(USAGE, '--products', values.products);
const history = countOf(USAGE, '--history', values.history);
const wantedRate = values.rate === undefined ? undefined : countOf(USAGE, '--rate', values.rate);

const PARTS = 12;
const HIGHEST_SECONDS = 20;
/** Interval at which memory is read, in ms. The least of a part is what a collection of garbage left. */
const READ_EVERY = 1_000;
/** Growth of the heap between the second quarter and the last that is not taken for a leak, in bytes and as a share. */
const TOLERATED_BYTES = 16 * 2 ** 20;
const TOLERATED_SHARE = 0.1;
/** So many times the p99 of the second quarter is no longer steady. */
const UNSTEADY = 2;

interface Part {
  /** Requests that were answered, and those of them that were not answered with 200 or had their connection closed. */
  readonly answered: number;
  readonly failed: number;
  readonly latencies: Latencies;
  /** The least of the serving thread in the part, in bytes. */
  readonly heap: number;
  /** The least of array buffers outside the heap in the part, in bytes. */
  readonly buffers: number;
  /** Resident bytes of the process at the end. */
  readonly resident: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Processor time of a request, in µs. */
  readonly cpu: number;
}

/** Sends the requests of visits to the service, in their order. */
class VisitLoad {
  readonly #idle: Connection[];
  readonly #request: (n: number) => Buffer;
  #next = 0;
  #latencies: number[] = [];
  #failed = 0;

  constructor(connections: readonly Connection[], request: (n: number) => Buffer) {
    this.#idle = [...connections];
    this.#request = request;
  }

  #send(since: number, then: () => void): void {
    // In turn, so that none is idle for so long that the service closes it.
    const connection = this.#idle.shift()!;
    connection.send(this.#request(this.#next++), (status) => {
      this.#latencies.push(performance.now() - since);
      if (status !== 200) this.#failed++;
      this.#idle.push(connection);
      then();
    });
  }

  /** Answers a second with all connections busy. */
  async highest(seconds: number): Promise<number> {
    const began = performance.now();
    const until = began + seconds * 1_000;
    let busy = this.#idle.length;
    await new Promise<void>((resolve) => {
      const again = () => {
        const now = performance.now();
        if (now < until) this.#send(now, again);
        else if (--busy === 0) resolve();
      };
      for (let n = busy; n > 0; n--) this.#send(began, again);
    });
    return (this.takeResults().latencies.length / (performance.now() - began)) * 1_000;
  }

  /** Requests are due at a constant rate, whatever the service does; ends once all of `seconds` are answered. */
  async open(rate: number, seconds: number): Promise<void> {
    const began = performance.now();
    const total = rate * seconds;
    let due = 0;
    let answered = 0;
    await new Promise<void>((resolve) => {
      const done = () => {
        if (++answered === total) resolve();
      };
      const turn = () => {
        while (due < total && this.#idle.length > 0 && began + (due * 1_000) / rate <= performance.now())
          this.#send(began + (due++ * 1_000) / rate, done);
        if (due < total) setTimeout(turn, 1);
      };
      turn();
    });
  }

  /** What was measured since the last call. */
  takeResults(): { readonly latencies: number[]; readonly failed: number } {
    const taken = { latencies: this.#latencies, failed: this.#failed };
    this.#latencies = [];
    this.#failed = 0;
    return taken;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'decidable-soak-'));
const megabytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(1));
try {
  const caller = await makeShop(folder, products);
  await addHistory(folder, caller, history);
  const learned = await trainShop(folder, caller);
  const service = await startService(folder, {
    script: './soak/soak-serve.ts',
    cores: values.cores,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  const before = descriptorsOf(service);
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(service.port)),
  );
  const load = new VisitLoad(connections, (n) => requestOf(caller, products, n));
  const highest = wantedRate === undefined ? await load.highest(HIGHEST_SECONDS) : undefined;
  const rate = wantedRate ?? Math.max(1, Math.floor(highest! / 2));
  console.log(
    `Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}, ${pinned ? `the service on ${values.cores}` : 'processes not held to a core'}, load average ${loadavg()[0]!.toFixed(1)}; ${rate} requests/s${highest === undefined ? '' : ` (highest ${Math.round(highest)})`} for ${minutes} min, ${CONNECTIONS} connections, ${products} products, ${learned} visits learned`,
  );
  const seconds = (minutes * 60) / PARTS;
  const parts: Part[] = [];
  while (parts.length < PARTS) {
    const part = await measure(service, load, rate, seconds);
    parts.push(part);
    console.log(
      `${String(Math.round(parts.length * seconds)).padStart(5)} s  p50 ${part.latencies.p50.toFixed(2)}  p99 ${part.latencies.p99.toFixed(2)}  p99.9 ${part.latencies.p999.toFixed(2)}  worst ${part.latencies.worst.toFixed(0)} ms  failed ${part.failed}  heap ${megabytes(part.heap)}  buffers ${megabytes(part.buffers)}  resident ${megabytes(part.resident)} MiB  descriptors ${part.descriptors}  threads ${part.threads}  CPU ${part.cpu.toFixed(0)} µs a request`,
    );
  }
  for (const connection of connections) connection.close();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const after = descriptorsOf(service);
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  await service.stop();

  const quarter = PARTS / 4;
  const early = parts.slice(quarter, 2 * quarter);
  const late = parts.slice(-quarter);
  const least = (of: readonly Part[]) => Math.min(...of.map(({ heap }) => heap));
  const medianP99 = (of: readonly Part[]) =>
    of.map(({ latencies }) => latencies.p99).toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!;
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const answered = parts.reduce((sum, part) => sum + part.answered, 0);
  console.log(
    `${answered} answers, ${failed} failed; least heap ${megabytes(least(early))} MiB in the second quarter, ${megabytes(least(late))} in the last; median p99 ${medianP99(early).toFixed(2)} and ${medianP99(late).toFixed(2)} ms; descriptors ${before} before the load, ${after} after it; ${megabytes(stored)} MiB stored`,
  );
  const faults = [
    ...(failed > 0 ? [`${failed} requests failed.`] : []),
    ...(least(late) > least(early) * (1 + TOLERATED_SHARE) + TOLERATED_BYTES ? ['The heap grew.'] : []),
    ...(medianP99(late) > UNSTEADY * medianP99(early) ? ['The p99 grew.'] : []),
    // Files that the store opens at first use stay open; what grows with the load is more than a few.
    ...(after > before + 16 ? ['Descriptors were not given back.'] : []),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(service: Server, load: VisitLoad, rate: number, seconds: number): Promise<Part> {
  const cpu = service.cpu() ?? Number.NaN;
  let heap = Number.POSITIVE_INFINITY;
  let buffers = Number.POSITIVE_INFINITY;
  const read = async () => {
    const held = (await service.ask('held')) as Held;
    heap = Math.min(heap, held.heap);
    buffers = Math.min(buffers, held.buffers);
  };
  let readings = read();
  const timer = setInterval(() => {
    readings = readings.then(read);
  }, READ_EVERY);
  await load.open(rate, seconds);
  clearInterval(timer);
  await readings;
  const { latencies, failed } = load.takeResults();
  return {
    answered: latencies.length,
    failed,
    latencies: latenciesOf(Float64Array.from(latencies)),
    heap,
    buffers,
    resident: service.memory()?.now ?? Number.NaN,
    descriptors: descriptorsOf(service),
    threads: service.threads() ?? Number.NaN,
    cpu: ((service.cpu() ?? Number.NaN) - cpu) / latencies.length,
  };
}

function descriptorsOf(service: Server): number {
  return service.descriptors() ?? Number.NaN;
}
