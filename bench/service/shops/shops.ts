import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@decidable/server/storage';
import { countOf, fail, readOptions } from '../../options.ts';
import { latenciesOf } from '../latencies.ts';
import type { Server } from '../processes.ts';
import { call, startService } from '../shop.ts';
import { catalogues, type ManyShop, makeShops, productsOf, putCatalogue } from './many-shops.ts';
import { metricsOf } from './metrics-of.ts';
import { askSkewed } from './skewed-load.ts';

/**
 * One service with many shops beside the same service with one, at the same request rate: memory, latency of the first
 * answer of a shop and of later ones, open and evicted shops, the delay of the event loop, files. One shop in fifty has
 * 20,000 products, the others 50 to 2,000; the popularity of shops follows Zipf's law.
 *
 * Then the first requests of small shops just after large catalogues were imported, beside the same without.
 */
const USAGE = `npm run bench:shops -- [options]

A service with many shops beside the same with one, and small shops that are first asked beside large catalogues.

  --shops N         how many there are (1000)
  --rate N          requests a second (200)
  --seconds N       how long (60)
  --memory N        SHOPS_MEMORY_MB of the service (768)
  --large N         catalogues of 100,000 products that are imported before the small shops are asked (3)
  --only many       or beside: one of the two parts`;

const values = readOptions(USAGE, {
  shops: { type: 'string', default: '1000' },
  rate: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '60' },
  memory: { type: 'string', default: '768' },
  large: { type: 'string', default: '3' },
  only: { type: 'string' },
});
if (values.only !== undefined && values.only !== 'many' && values.only !== 'beside') {
  fail(USAGE, '--only is many or beside.');
}
const shopCount = countOf(USAGE, '--shops', values.shops);
const load = {
  rate: countOf(USAGE, '--rate', values.rate),
  seconds: countOf(USAGE, '--seconds', values.seconds),
};
const memory = countOf(USAGE, '--memory', values.memory);
/** The large catalogues beside the small shops, and the products of each. */
const largeCount = countOf(USAGE, '--large', values.large);
const LARGE = 100_000;
const wanted = (part: string) => values.only === undefined || values.only === part;
/** Products of the shop that is served alone: the median of the many shops. */
const ONE = 316;
/** The small shops beside large ones, and their products. */
const SMALL_SHOPS = 50;
const SMALL = 500;

console.log(
  `Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}, load average ${loadavg()[0].toFixed(1)} before; service and load share them\n`,
);
if (wanted('many')) {
  const one = await served([ONE]);
  const many = await served(Array.from({ length: shopCount }, (_, n) => productsOf(n)));
  console.log(
    `${shopCount} shops and one, ${load.rate} requests/s for ${load.seconds} s, ${memory} MB for shops`,
  );
  console.table(inColumns({ 'one shop': one.row, [`${shopCount} shops`]: many.row }));
  const times = (name: keyof typeof one.row) =>
    `${(Number(many.row[name]) / Number(one.row[name])).toFixed(1)}×`;
  console.log(
    `${times('MB most')} the memory of one shop, ${times('warm p50 ms')} its median latency, ${times('warm p99 ms')} its p99, ${times('CPU s')} its CPU\n`,
  );
}
if (wanted('beside')) {
  const alone = await firstAnswers([]);
  const large = Array<number>(largeCount).fill(LARGE);
  const beside = await firstAnswers(large);
  console.log(
    `${SMALL_SHOPS} shops of ${SMALL} products first asked at once, alone and right after ${largeCount} catalogues of ${LARGE} products`,
  );
  console.table(inColumns({ alone: alone.row, beside: beside.row }));
  console.log(`median first answer ${(beside.small.p50 / alone.small.p50).toFixed(1)}× that without\n`);
}

/** A table with a column for each side of the comparison. */
function inColumns(rows: Readonly<Record<string, object>>): Record<string, Record<string, unknown>> {
  const turned: Record<string, Record<string, unknown>> = {};
  for (const [title, row] of Object.entries(rows)) {
    for (const [name, value] of Object.entries(row)) turned[name] = { ...turned[name], [title]: value };
  }
  return turned;
}

function megabytes(bytes: number | undefined): number {
  return bytes === undefined ? Number.NaN : Math.round(bytes / 1_048_576);
}

function ms(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 0));
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts the service, and returns the time until it answered, in ms. */
async function started(folder: string): Promise<{ readonly server: Server; readonly ready: number }> {
  const before = performance.now();
  const server = await startService(folder, {
    cores: '0,1',
    environment: { SHOPS_MEMORY_MB: String(memory) },
  });
  return { server, ready: performance.now() - before };
}

function served(sizes: readonly number[]) {
  return inFolder(async (folder) => {
    const shops = await makeShops(folder, sizes);
    const { server, ready } = await started(folder);
    try {
      const atStart = megabytes(server.memory()?.now);
      const cpuBefore = server.cpu() ?? Number.NaN;
      await metricsOf(server);
      const { cold, meanwhile, warm, failed, shops: requested } = await askSkewed(server.port, shops, load);
      const metrics = await metricsOf(server);
      const used = server.memory();
      const files = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
      const row = {
        'ready ms': ms(ready),
        'MB at start': atStart,
        'MB now': megabytes(used?.now),
        'MB most': megabytes(used?.most),
        asked: requested,
        open: metrics.open,
        'MB shops': megabytes(metrics.bytes),
        opened: metrics.opened,
        evicted: metrics.evicted,
        'cold p50 ms': ms(cold.p50),
        'cold p99 ms': ms(cold.p99),
        'meanwhile p50 ms': ms(meanwhile.p50),
        'meanwhile p99 ms': ms(meanwhile.p99),
        'warm p50 ms': ms(warm.p50),
        'warm p99 ms': ms(warm.p99),
        failed,
        'loop p99 ms': ms(metrics.lagP99),
        'loop most ms': ms(metrics.lagMost),
        'CPU s': ms(((server.cpu() ?? Number.NaN) - cpuBefore) / 1e6),
        series: metrics.series,
        files: files.length,
        'disk MB': megabytes(files.reduce((sum, size) => sum + size, 0)),
      };
      return { row };
    } finally {
      await server.stop();
    }
  });
}

/** Latencies of the first answers of shops while newly imported catalogues of open shops are built. */
function firstAnswers(large: readonly number[]) {
  return inFolder(async (folder) => {
    const shops = await makeShops(folder, [
      ...large.map(() => 1),
      ...Array.from({ length: SMALL_SHOPS }, () => SMALL),
    ]);
    const busy = shops.slice(0, large.length).map((shop, n) => ({ ...shop, products: large[n] }));
    const { server } = await started(folder);
    try {
      const ask = (shop: ManyShop) =>
        call(server.port, shop, '/catalog/ranked', {
          sessionId: 'first',
          organizationId: shop.organizationId,
          limit: 20,
        });
      for (const shop of busy) await ask(shop);
      const storage = await openSqliteStorage({ folder, role: 'command' });
      const csvOf = catalogues(Math.max(1, ...large));
      for (const shop of busy) await putCatalogue(storage, shop, csvOf(shop.products));
      await storage.close();
      const began = performance.now();
      const taken = Promise.all(
        busy.map(async (shop) => {
          while (JSON.parse(await ask(shop)).total !== shop.products) {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return performance.now() - began;
        }),
      );
      const answered = await Promise.all(
        shops.slice(large.length).map(async (shop) => {
          await ask(shop);
          return performance.now() - began;
        }),
      );
      const small = latenciesOf(Float64Array.from(answered));
      const read = await taken;
      const first = Math.min(...read);
      const metrics = await metricsOf(server);
      const row = {
        'small p50 ms': ms(small.p50),
        'small p99 ms': ms(small.p99),
        'first large ms': large.length === 0 ? '' : ms(first),
        'last large ms': large.length === 0 ? '' : ms(Math.max(...read)),
        'small before any large': answered.filter((at) => at < first).length,
        'loop most ms': ms(metrics.lagMost),
        'MB most': megabytes(server.memory()?.most),
      };
      return { row, small };
    } finally {
      await server.stop();
    }
  });
}
