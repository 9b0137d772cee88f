import { CatalogueError } from '@decidable/engine/catalogue';
import { countOf, fail, readOptions } from '../options.ts';
import { catalogueFiles, exportFiles, nameOf, truthOf } from './catalogues.ts';
import { derivations, derivationTable, type Suggested } from './derivations.ts';
import { Biases } from './estimators.ts';
import { withHostileFiles } from './hostile.ts';
import { labelShares } from './labels/label-shares.ts';
import { labelTable } from './labels/label-table.ts';
import { labelledFiles } from './labels/labelled-files.ts';
import { type LawsOfFile, lawsOf, lawsTable } from './laws/laws.ts';
import { type Graded, type Quality, quality } from './quality.ts';
import { type RepairOptions, type Tried, triedRepairs } from './repairs/confusion.ts';
import { confusionTable } from './repairs/confusion-table.ts';
import { PARTIAL } from './repairs/fills.ts';
import { biasTable, qualityTable, speedTable } from './report.ts';
import { shelfShares } from './shelves/shelf-shares.ts';
import { shelfTable } from './shelves/shelf-table.ts';
import { claimsSpeeds, claimsTable } from './speed/claims-speed.ts';
import { growth, growthTable } from './speed/growth.ts';
import { type Speed, speedOf } from './speed/speed.ts';
import { FEWEST_PRODUCTS } from './truth.ts';

const USAGE = `npm run bench:audit -- --data DIR [options]

Grades catalogues of which the truth is known: errors against shoppers, verdicts, speed.

  --data DIR      a folder of catalogues as CSV; may be given again
  --only FILE     one of them
  --seeds N       ways of leaving cells empty, each (3)
  --shoppers N    shoppers that ask (30000)
  --part NAME     quality, estimators, speed, claims, growth, repairs, parts, laws, derivations,
                  labels or shelves; may be given again
  --cells N       growth: cells of the largest export that is made (30000000)
  --duckdb DIR    growth: beside DuckDB's SUMMARIZE; @duckdb/node-api is installed in this folder
  --columns N     repairs, laws: columns of a file (5)
  --products N    repairs, laws: products of a file (2000)
  --held-out      labels, shelves: also name what is wrong in the files that are held out
  --json          print JSON instead of tables`;

const values = readOptions(USAGE, {
  data: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
  only: { type: 'string' },
  seeds: { type: 'string', default: '3' },
  shoppers: { type: 'string', default: '30000' },
  part: { type: 'string', multiple: true },
  columns: { type: 'string', default: '5' },
  products: { type: 'string', default: '2000' },
  cells: { type: 'string', default: '30000000' },
  duckdb: { type: 'string' },
  'held-out': { type: 'boolean', default: false },
});
const data = values.data ?? fail(USAGE, '--data is missing.');
const seeds = countOf(USAGE, '--seeds', values.seeds);
const shoppers = countOf(USAGE, '--shoppers', values.shoppers);
const size = {
  columns: countOf(USAGE, '--columns', values.columns),
  products: countOf(USAGE, '--products', values.products),
};
const files = data.flatMap((folder) => catalogueFiles(folder, values.only));
const labelled = data.flatMap((folder) => labelledFiles(folder, values.only));
if (allFiles().length === 0 && labelled.length === 0)
  fail(USAGE, `There are no CSV files in ${data.join(', ')}.`);
const wanted = (part: string) => values.part === undefined || values.part.includes(part);

const graded: Graded[] = [];
const biases = new Biases();
if (wanted('quality') || wanted('estimators')) {
  for (const file of files) {
    const truth = truthOf(file);
    if (truth.ids.length < FEWEST_PRODUCTS || truth.columns.length < 2) {
      progress(`${nameOf(file)}: no complete part to judge by\n`);
      continue;
    }
    if (wanted('estimators')) biases.add(truth, 1);
    if (!wanted('quality')) continue;
    const runs: Quality[] = [];
    for (const pattern of ['random', 'tied'] as const) {
      for (let seed = 1; seed <= seeds; seed++) {
        progress(`${nameOf(file)}, blanked ${pattern} (${seed})`);
        runs.push(quality(truth, pattern, seed, shoppers));
      }
    }
    graded.push({ file: nameOf(file), products: truth.ids.length, columns: truth.columns.length, runs });
  }
}
const speeds: Speed[] = [];
if (wanted('speed')) {
  const time = (file: string) => {
    progress(`timing ${nameOf(file)}`);
    speeds.push(speedOf(file, 3));
  };
  files.forEach(time);
  if (values.only === undefined) withHostileFiles((hostile) => hostile.forEach(time));
}
const claims = wanted('claims') && values.only === undefined ? claimsSpeeds() : [];
const grown =
  wanted('growth') && values.only === undefined
    ? growth(countOf(USAGE, '--cells', values.cells), values.duckdb, progress)
    : [];
const repairs = wanted('repairs') ? repairsOf({ seeds, ...size }) : [];
const parts = wanted('parts')
  ? [0.25, 0.5, 0.75].map((share) => ({ share, tried: repairsOf({ ...size, fills: PARTIAL, share }) }))
  : [];
const laws = wanted('laws') ? allFiles().flatMap(lawsIn) : [];
const suggested = wanted('derivations') ? files.flatMap(suggestedFor) : [];
const labels = wanted('labels')
  ? labelled.map((file) => {
      progress(`grading ${file.name}`);
      return labelShares(file);
    })
  : [];
const shelves = wanted('shelves')
  ? labelled.flatMap((file) => {
      progress(`recognising ${file.name}`);
      return shelfShares(file) ?? [];
    })
  : [];
progress('');

if (values.json) {
  const result = {
    quality: graded,
    estimators: biases.finish(),
    speed: speeds,
    claims,
    growth: grown,
    repairs,
    parts,
    laws,
    suggested,
    labels,
    shelves,
  };
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
} else {
  if (graded.length > 0) process.stdout.write(`${qualityTable(graded)}\n`);
  const bias = biases.finish();
  if (bias.length > 0) process.stdout.write(`${biasTable(bias)}\n`);
  if (speeds.length > 0) process.stdout.write(`${speedTable(speeds)}\n`);
  if (claims.length > 0) process.stdout.write(`${claimsTable(claims)}\n`);
  if (grown.length > 0) process.stdout.write(`${growthTable(grown)}\n`);
  if (repairs.length > 0) process.stdout.write(`${confusionTable(repairs)}\n`);
  for (const { share, tried } of parts)
    process.stdout.write(`\n${100 * share} % of the cells not filled truly:\n${confusionTable(tried)}\n`);
  if (laws.length > 0) process.stdout.write(`${lawsTable(laws)}\n`);
  if (suggested.length > 0) process.stdout.write(`${derivationTable(suggested)}\n`);
  if (labels.length > 0) process.stdout.write(`${labelTable(labels, values['held-out'])}\n`);
  if (shelves.length > 0) process.stdout.write(`${shelfTable(shelves, values['held-out'])}\n`);
}

function suggestedFor(file: string): Suggested[] {
  progress(`deriving ${nameOf(file)}`);
  return Array.from({ length: seeds }, (_, seed) => derivations(file, seed + 1)).flat();
}

/** Those of catalogues and of exports. */
function allFiles(): string[] {
  return [...files, ...data.flatMap((folder) => exportFiles(folder, values.only))];
}

function lawsIn(file: string): LawsOfFile[] {
  progress(`editing ${nameOf(file)}`);
  const laws = lawsOf(file, seeds, size.columns, size.products);
  if (laws === undefined) process.stderr.write(`${nameOf(file)} is left out: it is refused\n`);
  return laws === undefined ? [] : [laws];
}

function repairsOf(options: RepairOptions): Tried[] {
  return allFiles().flatMap((file) => {
    progress(`repairing ${nameOf(file)}`);
    try {
      return triedRepairs([file], options);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
      process.stderr.write(`${nameOf(file)} is left out: ${error.message}\n`);
      return [];
    }
  });
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
