import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, readOptions } from '../../options.ts';
import { isJudgedSet, readJudgedSet } from '../relevance/judged-set.ts';
import { FAMILIES } from './families.ts';
import { isKeptBack } from './halves.ts';
import { registerFamilies } from './left-out.ts';
import { type Measure, measureOf, type Shop, shopOfSet, shopsByHand } from './shops.ts';

const USAGE = `npm run bench:rent -- --data DIR [options]

What each family of rules of searches is worth: every figure with all rules, less the same without the family, with the standard
error of the difference over the searches. Judged sets by NDCG@10, full and of what was judged, on the half of the searches that
nobody looks at; searches by hand by the share of the first five products that fit. A family that is worth less than .002 on two
of three goes, if no law needs it.

  --data DIR     the folder that holds relevance/ and catalogues/
  --only NAME    families whose names contain one of these, with bars between them
  --together     leave out all of these at once
  --half NAME    "kept" (default), "looked" or "all" of the searches of a judged set
  --json         print JSON instead of a table`;

const options = readOptions(USAGE, {
  data: { type: 'string' },
  only: { type: 'string', default: '' },
  together: { type: 'boolean', default: false },
  half: { type: 'string', default: 'kept' },
  json: { type: 'boolean', default: false },
});
const data = options.data ?? fail(USAGE, '--data is missing.');
const { half } = options;
if (half !== 'kept' && half !== 'looked' && half !== 'all') fail(USAGE, '--half is kept, looked or all.');
const isMeasured = (query: string): boolean => half === 'all' || isKeptBack(query) === (half === 'kept');

const chosen = Object.entries(FAMILIES).filter(([name]) =>
  options.only.split('|').some((part) => name.includes(part)),
);
const families = options.together
  ? { all: chosen.flatMap(([, edits]) => edits) }
  : Object.fromEntries(chosen);
registerFamilies(families);

const shops: readonly Shop[] = [
  ...readdirSync(join(data, 'relevance'))
    .map((name) => join(data, 'relevance', name))
    .filter(isJudgedSet)
    .map((folder) => {
      const set = readJudgedSet(folder);
      return shopOfSet(basename(folder), {
        ...set,
        queries: set.queries.filter(({ text }) => isMeasured(text)),
      });
    }),
  ...shopsByHand(data),
];

interface Rent {
  /** What the figures lose without the family. */
  readonly loss: number;
  readonly error: number;
}

function rentOf(all: readonly number[], without: readonly number[]): Rent {
  const losses = all.map((value, k) => value - without[k]);
  const loss = losses.reduce((sum, each) => sum + each, 0) / losses.length;
  const squares = losses.reduce((sum, each) => sum + (each - loss) ** 2, 0);
  return { loss, error: Math.sqrt(squares / losses.length / Math.max(1, losses.length - 1)) };
}

/** Files whose rules have no part in an index. */
const OF_SEARCHES = /^engine\/ranking\/(?:query|matches|experts)\//;

async function measured(family?: string): Promise<ReadonlyMap<string, Measure>> {
  const isOfSearches = (families[family ?? ''] ?? []).every(({ file }) => OF_SEARCHES.test(file));
  const figures = new Map<string, Measure>();
  for (const shop of shops) {
    for (const [name, values] of await measureOf(shop, family, isOfSearches)) {
      figures.set(name, [...(figures.get(name) ?? []), ...values]);
    }
  }
  return figures;
}

const all = await measured();
const names = [...all.keys()];
const mean = (values: Measure): number => values.reduce((sum, each) => sum + each, 0) / values.length;
const signed = (value: number): string => `${value < 0 ? '\u2212' : '+'}${Math.abs(value).toFixed(4)}`;
const WIDTH = 20;
if (!options.json) {
  console.log(['family'.padEnd(50), ...names.map((name) => name.padStart(WIDTH))].join(''));
  console.log(
    ['all rules'.padEnd(50), ...names.map((name) => mean(all.get(name)!).toFixed(4).padStart(WIDTH))].join(
      '',
    ),
  );
}
const rents: Record<string, Record<string, Rent>> = {};
for (const family of Object.keys(families)) {
  const without = await measured(family);
  const rent = Object.fromEntries(names.map((name) => [name, rentOf(all.get(name)!, without.get(name)!)]));
  rents[family] = rent;
  if (options.json) continue;
  const cells = names.map((name) =>
    `${signed(rent[name].loss)} \u00b1${rent[name].error.toFixed(4)}`.padStart(WIDTH),
  );
  console.log([family.padEnd(50), ...cells].join(''));
}
if (options.json) {
  const figures = Object.fromEntries(
    names.map((name) => [name, { mean: mean(all.get(name)!), searches: all.get(name)!.length }]),
  );
  console.log(JSON.stringify({ half, all: figures, worth: rents }, null, 2));
}
