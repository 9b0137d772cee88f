import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpret, readTable, recogniseRoles, withoutPrivateColumns } from '@decidable/engine/catalogue';
import {
  buildIndex,
  type CatalogueIndex,
  emptyModel,
  rank,
  requestedCandidates,
} from '@decidable/engine/ranking';
import { runToEnd } from '../../../packages/engine/primitives/run-to-end.ts';
import { countOf, fail, readOptions } from '../../options.ts';
import { SORTS, type Sort, type TypedCell, typedCellsOf } from './typed-cells.ts';

const USAGE = `npm run bench:cells -- --data DIR [options]

Types cells of every public column of real catalogues in full, in new sessions. An id, a code or a title is found where
its product, or another one with the same cell, is the first of the list and the list has a match; a value and the first
words of a text where the product is among the matches.

  --data DIR     the folder that holds catalogues/ and exports/, or CSV files
  --cells N      cells of each column, 20 if not given
  --seed N       what they are drawn by, 1 if not given
  --only NAME    files whose name contains this
  --missed       print what was not found`;

const options = readOptions(USAGE, {
  data: { type: 'string' },
  cells: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  missed: { type: 'boolean', default: false },
});
const data = options.data ?? fail(USAGE, '--data is missing.');
const count = countOf(USAGE, '--cells', options.cells);
const seed = countOf(USAGE, '--seed', options.seed);

const folders = ['catalogues', 'exports'].map((name) => join(data, name)).filter(existsSync);
const files = (folders.length === 0 ? [data] : folders).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.[ct]sv$/.test(name) && name.includes(options.only))
    .sort()
    .map((name) => join(folder, name)),
);
if (files.length === 0) fail(USAGE, `${data} holds no CSV file.`);

const NOW = Date.UTC(2026, 0, 1);
const model = emptyModel();

function isFound(index: CatalogueIndex, { query, sort, product, having }: TypedCell): boolean {
  const candidates = runToEnd(requestedCandidates({ index, profile: undefined, query }));
  if (sort === 'value' || sort === 'text') {
    return candidates.judged !== undefined && candidates.judged.degrees[product] <= 1;
  }
  const { items, matched = 0 } = rank({
    profile: undefined,
    index,
    model,
    now: NOW,
    limit: 1,
    query,
    candidates,
  });
  const first = items.length === 0 ? -1 : (index.ids.find(items[0].id) ?? -1);
  const family = index.family?.[product] ?? -1;
  return matched > 0 && (having.has(first) || (family >= 0 && index.family![first] === family));
}

interface Tally {
  found: number;
  all: number;
}
const shareOf = ({ found, all }: Tally): string =>
  all === 0 ? '–' : `${((100 * found) / all).toFixed(1)} %`;
const sums = new Map<Sort, Tally>(SORTS.map((sort) => [sort, { found: 0, all: 0 }]));
const columns: Tally = { found: 0, all: 0 };

console.log(`${'file'.padEnd(34)}${SORTS.map((sort) => sort.padStart(9)).join('')}`);
for (const file of files) {
  const table = readTable(readFileSync(file), { tolerant: true });
  const catalogue = withoutPrivateColumns(interpret(table));
  const roles = recogniseRoles(catalogue);
  const index = buildIndex(catalogue, roles);
  const tallies = new Map<Sort, Tally>(SORTS.map((sort) => [sort, { found: 0, all: 0 }]));
  const byColumn = new Map<string, Tally>();
  for (const cell of typedCellsOf(catalogue, roles, count, seed)) {
    const found = isFound(index, cell);
    const column = byColumn.get(cell.column) ?? { found: 0, all: 0 };
    byColumn.set(cell.column, column);
    for (const tally of [tallies.get(cell.sort)!, sums.get(cell.sort)!, column]) {
      tally.all++;
      if (found) tally.found++;
    }
    if (!found && options.missed) console.log(`  ${cell.sort} ${cell.column}: ${cell.query}`);
  }
  columns.all += byColumn.size;
  columns.found += [...byColumn.values()].filter(({ found, all }) => found >= 0.98 * all).length;
  const name = file.slice(data.length).replace(/^\//, '');
  console.log(`${name.padEnd(34)}${SORTS.map((sort) => shareOf(tallies.get(sort)!).padStart(9)).join('')}`);
}
const all = [...sums.values()].reduce((sum, { found, all }) => ({
  found: sum.found + found,
  all: sum.all + all,
}));
console.log(`${'all'.padEnd(34)}${SORTS.map((sort) => shareOf(sums.get(sort)!).padStart(9)).join('')}`);
console.log(
  `${all.all} cells of ${files.length} files: ${shareOf(all)} found; of ${columns.all} columns ${columns.found} in 98 % of their cells.`,
);
