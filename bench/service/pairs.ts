import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '@decidable/contract';
import { Connection, requestBytes } from './connection.ts';
import type { Caller } from './endpoints.ts';
import { type Latencies, latenciesOf } from './latencies.ts';
import { pinned, Server } from './processes.ts';
import { addHistory, call, makeShop, startService } from './shop.ts';
import { CONNECTIONS } from './side-by-side.ts';

/** A page of a shop as its server asks for it: one view in, then a list of twenty. */
const PRODUCTS = 20_000;
const HISTORY = 5_000;
const ROUNDS = 3;
const WARM_UP_SECONDS = 5;
/** Sessions have so many views, one after another. */
const VIEWS = 5;
const PREPARED = 10_000;
/** Pairs a second of the open loop. */
const RATE = 300;

const LISTS = {
  'with everything': {},
  'ids and scores': { explain: false, fields: [] },
} as const;

export interface MeasuredPair {
  readonly name: string;
  /** Pairs a second in a closed loop: the median of the rounds, and each. */
  readonly pairs: number;
  readonly rounds: readonly number[];
  /** CPU time of the server a pair, with all its threads, in µs; undefined on systems without `/proc`. */
  readonly cpu: number | undefined;
  /** Of a pair at 300 a second, from the time at which it was due. */
  readonly latencies: Latencies;
  readonly failed: number;
}

type Pair = readonly [track: Buffer, ranked: Buffer];

function pairsOf(caller: Caller, list: object, name: string): Pair[] {
  const headers = { 'x-api-key': caller.key };
  const { organizationId } = caller;
  return Array.from({ length: PREPARED }, (_, n) => {
    const sessionId = `bench-pair-${name.length}-${Math.floor(n / VIEWS)}`;
    const signals = [{ type: 'product_view', value: `sku-${(n * 7_919) % PRODUCTS}` }];
    const track = { organizationId, sessionId, signals };
    const ranked = { organizationId, sessionId, limit: 20, ...list };
    return [
      requestBytes(`${basePath}/track`, headers, track),
      requestBytes(`${basePath}/catalog/ranked`, headers, ranked),
    ];
  });
}

/** Sends pairs to one server. */
class PairLoad {
  readonly #pairs: readonly Pair[];
  readonly #connections: readonly Connection[];
  #next = 0;
  failed = 0;

  private constructor(pairs: readonly Pair[], connections: readonly Connection[]) {
    this.#pairs = pairs;
    this.#connections = connections;
  }

  static async open(port: number, pairs: readonly Pair[]): Promise<PairLoad> {
    const connections = Array.from({ length: CONNECTIONS }, () => Connection.open(port));
    return new PairLoad(pairs, await Promise.all(connections));
  }

  async #send(connection: Connection): Promise<void> {
    for (const request of this.#pairs[this.#next++ % this.#pairs.length]) {
      const status = await new Promise<number>((resolve) => connection.send(request, resolve));
      if (status !== 200) this.failed++;
    }
  }

  /** Every connection sends as soon as it has its answers; returns how many pairs were answered. */
  async closed(seconds: number): Promise<number> {
    const until = performance.now() + seconds * 1_000;
    let answered = 0;
    const each = this.#connections.map(async (connection) => {
      for (; performance.now() < until; answered++) await this.#send(connection);
    });
    await Promise.all(each);
    return answered;
  }

  /** Pairs are due at a constant rate, whatever the server does. */
  async open(rate: number, seconds: number): Promise<Latencies> {
    const idle = [...this.#connections];
    const latencies: number[] = [];
    const started = performance.now();
    const total = rate * seconds;
    await new Promise<void>((resolve, reject) => {
      let due = 0;
      const turn = () => {
        while (due < total && idle.length > 0 && started + (due * 1_000) / rate <= performance.now()) {
          const since = started + (due++ * 1_000) / rate;
          const connection = idle.pop()!;
          this.#send(connection).then(() => {
            latencies.push(performance.now() - since);
            idle.push(connection);
            if (latencies.length === total) resolve();
          }, reject);
        }
        if (due < total) setTimeout(turn, 1);
      };
      turn();
    });
    return latenciesOf(Float64Array.from(latencies));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

/**
 * Measures a view and the list after it: with breakdowns, reasons and attributes, with ids and scores alone, and by two
 * bare servers: one that answers with the bytes of the former, and one that answers with ids and scores once the request is
 * durable. All on the same core, in turn; the load comes from this process, on another core.
 */
export async function measurePairs(seconds: number, profile?: string): Promise<MeasuredPair[]> {
  if (pinned) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
  const folder = mkdtempSync(join(tmpdir(), 'decidable-bench-'));
  try {
    const caller = await makeShop(folder, PRODUCTS);
    await addHistory(folder, caller, HISTORY);
    const service = await startService(folder, { profile });
    const asked = { organizationId: caller.organizationId, sessionId: 'bench-pair', limit: 20 };
    const answer = await call(service.port, caller, '/catalog/ranked', asked);
    const bare = await Server.start('./bare.ts', { parameters: [answer] });
    const short = await call(service.port, caller, '/catalog/ranked', {
      ...asked,
      ...LISTS['ids and scores'],
    });
    const durable = await Server.start('./bare.ts', { parameters: [short, folder] });
    const measured = await Promise.all(
      [
        ...Object.entries(LISTS).map(([name, list]) => ({ name, list, server: service })),
        { name: 'bare node:http', list: {}, server: bare },
        { name: 'bare, ids and scores, durable', list: LISTS['ids and scores'], server: durable },
      ].map(async ({ name, list, server }) => ({
        name,
        server,
        load: await PairLoad.open(server.port, pairsOf(caller, list, name)),
        rounds: [] as { readonly pairs: number; readonly cpu: number | undefined }[],
      })),
    );
    for (const { load } of measured) await load.closed(WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      for (const { server, load, rounds } of measured) {
        const before = server.cpu();
        const began = performance.now();
        const answered = await load.closed(seconds);
        const elapsed = performance.now() - began;
        const after = server.cpu();
        const cpu = before === undefined || after === undefined ? undefined : (after - before) / answered;
        rounds.push({ pairs: (answered / elapsed) * 1_000, cpu });
      }
    }
    const results: MeasuredPair[] = [];
    for (const { name, load, rounds } of measured) {
      const latencies = await load.open(RATE, seconds);
      const [, middle] = rounds.toSorted((a, b) => a.pairs - b.pairs);
      const each = rounds.map(({ pairs }) => pairs);
      results.push({ name, ...middle, rounds: each, latencies, failed: load.failed });
      load.close();
    }
    await service.stop();
    await bare.stop();
    await durable.stop();
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
