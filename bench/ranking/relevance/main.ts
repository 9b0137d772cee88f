import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countOf, fail, readOptions } from '../../options.ts';
import { bm25 } from './bm25.ts';
import { decidable, SENT } from './decidable.ts';
import { isJudgedSet, type JudgedSet, readJudgedSet, readProducts } from './judged-set.ts';
import { measureKnownItems } from './known-items-report.ts';
import { type Lead, leadOver } from './lead.ts';
import { miniSearch, orama } from './libraries.ts';
import { type ListQuality, qualityOf, type Relevance, relevanceOf } from './metrics.ts';
import type { SearchEngine } from './search-engine.ts';

const USAGE = `npm run bench:relevance -- --data PATH [options]

Searches judged products, by the engine in a new session and by text engines over the same columns. Below the table
stands how far each way into the engine leads the best text engine, with 95 % intervals over the queries.

  --data PATH    a folder with products.csv.gz, queries.csv.gz and judgements.csv.gz, or a folder of such;
                 for known items also a CSV file, the first column the id
  --part NAME    "judged" (default), or "known": three words of the titles of products, as they are, one letter wrong,
                 and the last word half typed; the share found among the first ten
  --items N      known items, 500 if not given
  --seed N       what they are drawn by, 1 if not given
  --only NAME    engines whose names contain this
  --queries      print NDCG@10 of each query as well
  --json         print JSON instead of tables`;

const PEERS: readonly SearchEngine[] = [bm25(1), bm25(2), bm25(3), miniSearch, orama];
const ENGINES: readonly SearchEngine[] = [...PEERS, ...decidable];

/** A list is judged by its first ten; the rest is for the condensed figure. */
const LISTED = 100;

const options = readOptions(USAGE, {
  data: { type: 'string' },
  part: { type: 'string', default: 'judged' },
  items: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  queries: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});
const data = options.data ?? fail(USAGE, '--data is missing.');
if (options.part !== 'judged' && options.part !== 'known') fail(USAGE, '--part is "judged" or "known".');
const isFile = options.part === 'known' && statSync(data).isFile();
const folders =
  isFile || isJudgedSet(data)
    ? [data]
    : readdirSync(data)
        .map((name) => join(data, name))
        .filter(isJudgedSet);
if (folders.length === 0) fail(USAGE, `${data} holds no judged set.`);

interface Measured {
  readonly relevance: Relevance;
  readonly lists: readonly ListQuality[];
}

async function measure(engine: SearchEngine, set: JudgedSet): Promise<Measured> {
  const search = await engine.open(set);
  // The first round warms up the engine.
  for (const { text } of set.queries) await search(text, LISTED);
  const lists: ListQuality[] = [];
  const times: number[] = [];
  for (const query of set.queries) {
    const start = performance.now();
    const ranked = await search(query.text, LISTED);
    times.push(performance.now() - start);
    lists.push(qualityOf(query, ranked));
  }
  return { relevance: relevanceOf(lists, times), lists };
}

const COLUMNS = ['NDCG@10', '±', 'condensed', 'MRR', 'nothing', 'ms p50', 'p95'] as const;
const widthOf = (column: string): number => Math.max(6, column.length) + 2;

function line(name: string, { ndcg, error, condensed, mrr, nothing, msP50, msP95 }: Relevance): string {
  const cells = [
    ndcg.toFixed(3),
    error.toFixed(3),
    condensed.toFixed(3),
    mrr.toFixed(3),
    `${(100 * nothing).toFixed(1)} %`,
    msP50.toFixed(2),
    msP95.toFixed(2),
  ];
  return [name.padEnd(34), ...cells.map((cell, k) => cell.padStart(widthOf(COLUMNS[k])))].join('');
}

const FIGURES = ['ndcg', 'condensed'] as const;
type Figure = (typeof FIGURES)[number];

const meanOf = (lists: readonly ListQuality[], figure: Figure): number =>
  lists.reduce((sum, list) => sum + list[figure], 0) / lists.length;

/** The lead of an engine over the text engine that is best in a figure. */
interface BestLead extends Lead {
  readonly figure: Figure;
  readonly over: string;
}

function leadsOf(name: string, measured: ReadonlyMap<string, Measured>): readonly BestLead[] {
  const peers = PEERS.flatMap(({ name: peer }) => {
    const lists = measured.get(peer)?.lists;
    return lists === undefined ? [] : [{ peer, lists }];
  });
  if (peers.length === 0) return [];
  return FIGURES.map((figure) => {
    const best = peers.reduce((a, b) => (meanOf(b.lists, figure) > meanOf(a.lists, figure) ? b : a));
    const of = (lists: readonly ListQuality[]) => lists.map((list) => list[figure]);
    return { figure, over: best.peer, ...leadOver(of(measured.get(name)!.lists), of(best.lists)) };
  });
}

const signed = (value: number): string => `${value < 0 ? '\u2212' : '+'}${Math.abs(value).toFixed(3)}`;

/** What the best order of the products that are sent would reach. */
async function boundOfLists(set: JudgedSet): Promise<number> {
  const first = await bm25(3).open(set);
  let sum = 0;
  for (const query of set.queries) {
    const sent = await first(query.text, SENT);
    const gradeOf = (id: string): number => query.grades.get(id) ?? 0;
    sum += qualityOf(
      query,
      sent.toSorted((a, b) => gradeOf(b) - gradeOf(a)),
    ).ndcg;
  }
  return sum / set.queries.length;
}

const engines = ENGINES.filter(({ name }) => options.only.split('|').some((part) => name.includes(part)));
if (options.part === 'known') {
  const count = countOf(USAGE, '--items', options.items);
  const seed = countOf(USAGE, '--seed', options.seed);
  const sets = folders.map((path) => ({
    name: basename(path),
    set: isFile ? readProducts(path) : readJudgedSet(path),
  }));
  // One engine reads the same for all of its ways in; lists of other engines are bounded by these.
  const ranked = engines.filter(({ name }) => !name.includes('of the first'));
  await measureKnownItems(sets, ranked, { count, seed, json: options.json });
  process.exit(0);
}
const results: Record<string, Record<string, Relevance>> = {};
for (const folder of folders) {
  const set = readJudgedSet(folder);
  const name = basename(folder);
  const measured = new Map<string, Measured>();
  for (const engine of engines) measured.set(engine.name, await measure(engine, set));
  results[name] = Object.fromEntries([...measured].map(([engine, { relevance }]) => [engine, relevance]));
  if (options.json) continue;
  console.log(`\n${name}: ${set.rows.length} products, ${set.queries.length} judged searches`);
  console.log([''.padEnd(34), ...COLUMNS.map((column) => column.padStart(widthOf(column)))].join(''));
  for (const [engine, { relevance }] of measured) console.log(line(engine, relevance));
  console.log(`The best order of the first ${SENT} of BM25: ${(await boundOfLists(set)).toFixed(3)}`);
  for (const { name: way } of decidable.filter((each) => measured.has(each.name))) {
    const leads = leadsOf(way, measured).map(
      ({ figure, over, mean, low, high }) =>
        `${figure} ${signed(mean)} [${signed(low)}, ${signed(high)}] over ${over}`,
    );
    if (leads.length > 0) console.log([way.padEnd(34), ...leads].join('  '));
  }
  if (!options.queries) continue;
  for (const [k, { text }] of set.queries.entries()) {
    const figures = [...measured.values()].map(({ lists }) => lists[k].ndcg.toFixed(2));
    console.log([text.padEnd(34), ...figures].join('  '));
  }
}
if (options.json) console.log(JSON.stringify(results, null, 2));
