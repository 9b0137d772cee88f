import { setTimeout as after } from 'node:timers/promises';
import { basePath } from '@decidable/contract';
import { Connection, requestBytes } from '../connection.ts';
import { catalogueCsv, measuredEndpoints } from '../endpoints.ts';
import { type Latencies, latenciesOf } from '../latencies.ts';
import type { ManyShop } from './many-shops.ts';

export interface SkewedReport {
  readonly sent: number;
  readonly failed: number;
  /** Shops with at least one request. */
  readonly shops: number;
  /** First rankings of a shop, other requests until these are answered, and all later requests. */
  readonly cold: Latencies;
  readonly meanwhile: Latencies;
  readonly warm: Latencies;
}

const CONNECTIONS = 512;
/** Sessions of a shop. */
const SESSIONS = 20;
/** Products that a search sends along. */
const SEARCHED = 24;

/** A linear congruential generator, as for the catalogues: 0 ≤ x < 1, the same in every run. */
function generator(): () => number {
  let state = 98_765;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Draws ranks 0 to `count` - 1, the r-th with a probability proportional to 1 / (r + 1) (Zipf's law, exponent 1). */
function zipf(count: number, random: () => number): () => number {
  let sum = 0;
  const upTo = Float64Array.from({ length: count }, (_, rank) => (sum += 1 / (rank + 1)));
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (upTo[middle] <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Products as a shop's own search would send them: `id`, `title`, `colour`, `price`. */
function found(): readonly object[] {
  const [header, ...rows] = catalogueCsv(SEARCHED)
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) =>
    Object.fromEntries(header.flatMap((name, column) => (row[column] === '' ? [] : [[name, row[column]]]))),
  );
}

const [tracking, ranking] = ['/track', '/catalog/ranked'].map(
  (path) => measuredEndpoints.find((endpoint) => endpoint.path === path)!,
);

/** The n-th request of a run: of ten, seven send signals, two rank the catalogue and one a search. */
function request(shop: ManyShop, n: number, products: readonly object[]): { path: string; bytes: Buffer } {
  const headers = { 'x-api-key': shop.key };
  const kind = n % 10;
  const endpoint = kind < 7 ? tracking : ranking;
  if (kind < 9) {
    const { path } = endpoint;
    return { path, bytes: requestBytes(basePath + path, headers, endpoint.body(shop, n % SESSIONS)) };
  }
  const { organizationId } = shop;
  const body = { sessionId: `bench-session-${n % SESSIONS}`, organizationId, products, query: 'black boots' };
  return { path: '/search', bytes: requestBytes(`${basePath}/search`, headers, body) };
}

/**
 * Sends requests for many shops of very different popularity at a constant rate. A latency counts from the time at
 * which its request was due.
 *
 * @param shops the most popular one first
 */
export async function askSkewed(
  port: number,
  shops: readonly ManyShop[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<SkewedReport> {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(port)));
  const all = [...idle];
  const draw = zipf(shops.length, generator());
  const products = found();
  const requested = new Set<ManyShop>();
  const ranked = new Set<ManyShop>();
  const open = new Set<ManyShop>();
  const cold: number[] = [];
  const meanwhile: number[] = [];
  const warm: number[] = [];
  let failed = 0;
  const total = Math.round(rate * seconds);
  const started = performance.now();
  let underWay = 0;
  let n = 0;
  while (n < total || underWay > 0) {
    for (; n < total && idle.length > 0 && performance.now() >= started + (n * 1_000) / rate; n++) {
      const due = started + (n * 1_000) / rate;
      const shop = shops[draw()];
      const { path, bytes } = request(shop, n, products);
      requested.add(shop);
      // After a second, signals are accepted without the catalogue; rankings wait for it.
      const isFirst = path !== '/track' && !ranked.has(shop);
      if (isFirst) ranked.add(shop);
      const latencies = isFirst ? cold : open.has(shop) ? warm : meanwhile;
      const connection = idle.pop()!;
      underWay++;
      connection.send(bytes, (status) => {
        underWay--;
        idle.push(connection);
        if (status !== 200) failed++;
        if (isFirst) open.add(shop);
        latencies.push(performance.now() - due);
      });
    }
    await after(1);
  }
  for (const connection of all) connection.close();
  return {
    sent: total,
    failed,
    shops: requested.size,
    cold: latenciesOf(Float64Array.from(cold)),
    meanwhile: latenciesOf(Float64Array.from(meanwhile)),
    warm: latenciesOf(Float64Array.from(warm)),
  };
}
