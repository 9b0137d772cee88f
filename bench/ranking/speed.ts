import { performance } from 'node:perf_hooks';
import type { Attribute } from '@decidable/engine/catalogue';
import {
  buildIndex,
  type CatalogueIndex,
  type Model,
  rank,
  rerank,
  type TrainingSession,
  train,
} from '@decidable/engine/ranking';
import { emptyProfile, foldAll, type Profile, personasOf, readProfile } from '@decidable/engine/session';
import { countOf, readOptions } from '../options.ts';

/**
 * The time of one ranking, on generated shops, beside sorting the ids of the same list by a known number: every ranking
 * includes that, and a busy machine slows both.
 */

const ATTRIBUTES = 12;
const NOW = Date.UTC(2026, 2, 4, 12);

/** Numbers in [0, 1), the same in every run (Park & Miller 1988). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function column(
  name: string,
  size: number,
  labels: readonly string[],
  pick: (i: number) => number,
): Attribute {
  return {
    name,
    kind: 'category',
    cell: Int32Array.from({ length: size }, (_, i) => pick(i)),
    cells: labels.map((_, v) => [v]),
    values: labels.map((label) => ({ label })),
    placeholders: new Int32Array(0),
  };
}

function shopOf(size: number): CatalogueIndex {
  const random = randomOf(size);
  const names = (what: string, count: number): string[] =>
    Array.from({ length: count }, (_, k) => `${what} ${k}`);
  const some =
    (count: number): ((i: number) => number) =>
    () =>
      Math.floor(random() ** 2 * count);
  const prices = Array.from({ length: 200 }, (_, k) => 5 + k * 3);
  const attributes: Attribute[] = [
    { ...column('title', size, names('product of wool', size), (i) => i), kind: 'text', notQuestion: 'text' },
    column('category', size, names('category', 60), (i) => Math.floor((i / size) * 60)),
    column('brand', size, names('brand', 300), some(300)),
    {
      ...column('price', size, prices.map(String), some(prices.length)),
      kind: 'number',
      values: prices.map((price) => ({ label: `${price}`, number: price })),
    },
    ...Array.from({ length: ATTRIBUTES - 3 }, (_, k) =>
      column(`attribute ${k}`, size, names(`value ${k}`, 4 + 6 * k), some(4 + 6 * k)),
    ),
  ];
  return buildIndex(
    { ids: names('p', size), attributes, warnings: [] },
    { title: 'title', category: 'category', brand: 'brand', price: 'price' },
  );
}

/** Sessions of neighbouring items. */
function visitsOf(size: number, count: number): TrainingSession[] {
  const random = randomOf(7);
  return Array.from({ length: count }, (_, s) => {
    let at = Math.floor(random() ** 2 * size);
    return {
      steps: Array.from({ length: 2 + Math.floor(random() * 6) }, (_, k) => {
        at = Math.min(size - 1, Math.max(0, at + Math.floor(random() * 40) - 20));
        return { item: `p ${at}`, at: NOW - 1e9 + s * 1000 + k };
      }),
    };
  });
}

function sessionOf(size: number, seed: number): Profile {
  const random = randomOf(seed + 1);
  const start = Math.floor(random() * size * 0.9);
  const folded = foldAll(emptyProfile(NOW), [
    { type: 'category_view', value: `category ${Math.floor((start / size) * 60)}`, at: NOW },
    ...Array.from({ length: 8 }, (_, k) => ({
      type: 'product_view',
      value: `p ${start + Math.floor(random() * 30)}`,
      at: NOW + k * 1000,
    })),
    { type: 'price_filter', value: '20-200', at: NOW + 9000 },
  ]);
  return readProfile(folded);
}

interface Timing {
  readonly p50: number;
  readonly p99: number;
}

function timed(runs: number, work: (run: number) => void): Timing {
  for (let run = 0; run < Math.min(runs, 100); run++) work(run);
  const times = Float64Array.from({ length: runs }, (_, run) => {
    const begun = performance.now();
    work(run);
    return performance.now() - begun;
  }).sort();
  return { p50: times[runs >> 1], p99: times[Math.floor(runs * 0.99)] };
}

interface Line {
  readonly name: string;
  readonly engine: Timing;
  readonly sort: Timing;
}

function measure(size: number, runs: number): Line[] {
  const index = shopOf(size);
  const model: Model = train(visitsOf(size, 20_000), { index, mostObservations: 2000 });
  const profiles = Array.from({ length: 50 }, (_, k) => sessionOf(size, k));
  const personas = profiles.map((profile) => personasOf(profile, NOW + 10_000));
  const numbers = Float64Array.from({ length: size }, randomOf(3));
  const order = (count: number): void => {
    Int32Array.from({ length: count }, (_, i) => i).sort((a, b) => numbers[b] - numbers[a]);
  };
  const common = (run: number) => ({
    index,
    model,
    now: NOW + 10_000,
    profile: profiles[run % profiles.length],
    personas: personas[run % profiles.length],
  });
  const lists = profiles.map((_, k) =>
    Array.from({ length: 500 }, (_, n) => ({ id: `p ${(k * 977 + n * 37) % size}` })),
  );
  return [
    {
      name: `rank ${size} products, limit 20, with breakdowns`,
      engine: timed(runs, (run) => rank({ ...common(run), limit: 20 })),
      sort: timed(Math.min(runs, 50), () => order(size)),
    },
    {
      name: `rerank 500 results of ${size} products, all with breakdowns`,
      engine: timed(runs, (run) =>
        rerank({ ...common(run), products: lists[run % lists.length], strength: 0.5 }),
      ),
      sort: timed(runs, () => order(500)),
    },
  ];
}

const USAGE = `node bench/ranking/speed.ts [options]

How long the engine ranks, beside a plain sort of as many.

  --sizes N,N    products of the catalogues (20000,100000)
  --runs N       rankings of each kind (400)
  --json         print JSON instead of lines`;

const options = readOptions(USAGE, {
  sizes: { type: 'string', default: '20000,100000' },
  runs: { type: 'string', default: '400' },
  json: { type: 'boolean', default: false },
});
const runs = countOf(USAGE, '--runs', options.runs);
const sizes = options.sizes.split(',').map((size) => countOf(USAGE, '--sizes', size));
const lines = sizes.flatMap((size) => measure(size, runs));
if (options.json) console.log(JSON.stringify(lines, null, 2));
else {
  for (const { name, engine, sort } of lines) {
    const ratio = (engine.p50 / sort.p50).toFixed(2);
    console.log(
      `${name}: p50 ${engine.p50.toFixed(3)} ms, p99 ${engine.p99.toFixed(3)} ms; ` +
        `a plain sort of as many ${sort.p50.toFixed(3)} ms: ratio ${ratio}`,
    );
  }
}
