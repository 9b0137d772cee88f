import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import { buildIndex, emptyModel, rank, searchReader, withValues } from '@decidable/engine/ranking';
import { emptyProfile, fold, readProfile } from '@decidable/engine/session';
import Papa from 'papaparse';
import { phrasesOf } from '../../../../packages/server/shops/catalogue-traits.ts';
import { fail, readOptions } from '../../../options.ts';
import { beers } from './beers.ts';
import { computerParts } from './computer-parts.ts';
import type { Cells, FittingSearches } from './fitting.ts';
import { furniture } from './furniture.ts';
import { groceries } from './groceries.ts';

const USAGE = `npm run bench:searches -- --data DIR [options]

Types searches into new sessions of real catalogues and counts how many of the first five products a shopper would
accept. Which products those are was written down per search by hand.

  --data DIR     the folder that holds catalogues/ and exports/
  --lists        print the first five products of every search, not only of those with one that does not fit
  --only NAME    files whose path contains this`;

/** Places that a shopper sees first. */
const FIRST = 5;
const NOW = Date.UTC(2026, 0, 1);

const options = readOptions(USAGE, {
  data: { type: 'string' },
  lists: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
});
const data = options.data ?? fail(USAGE, '--data is missing.');

/** Products as their cells, by the id of the table. */
function productsOf(csv: string, idColumn: string): Map<string, Cells> {
  const { data: rows } = Papa.parse<Cells>(csv, { header: true, skipEmptyLines: true });
  return new Map(rows.map((cells) => [cells[idColumn], cells]));
}

/** Number of searches, and the mean share of the first five places that fit. */
function judge({ file, shown, searches }: FittingSearches): { searches: number; share: number } {
  const csv = readFileSync(join(data, file), 'utf8');
  const table = readTable(csv);
  const products = productsOf(csv, table.idColumn);
  const catalogue = interpret(table);
  const plain = buildIndex(catalogue, recogniseRoles(catalogue));
  const index = withValues(plain, phrasesOf(plain));
  const model = emptyModel();
  let sum = 0;
  console.log(`\n${file}: ${index.size} products`);
  for (const { query, fits } of searches) {
    const folded = fold(emptyProfile(NOW), { type: 'search', value: query, at: NOW });
    const profile = readProfile(folded, searchReader(index));
    const first = rank({ profile, index, model, now: NOW, limit: FIRST }).items.map(
      ({ id }) => products.get(id)!,
    );
    const fitting = first.filter(fits).length;
    // A search that fewer than five products meet is met by those.
    const attainable = Math.min(FIRST, [...products.values()].filter(fits).length);
    if (attainable === 0) throw new Error(`No product of ${file} fits "${query}".`);
    const share = Math.min(1, fitting / attainable);
    sum += share;
    console.log(`  ${share.toFixed(2)}  ${query}`);
    if (!options.lists && share === 1) continue;
    for (const cells of first) {
      const words = shown.map((column) => cells[column].replace(/\s+/g, ' ').trim()).join(' | ');
      console.log(`          ${fits(cells) ? ' ' : '✗'} ${words.slice(0, 110)}`);
    }
  }
  return { searches: searches.length, share: sum / searches.length };
}

const judged = [furniture, computerParts, groceries, beers]
  .filter(({ file }) => file.includes(options.only))
  .map((each) => ({ ...each, ...judge(each), count: each.searches.length }));
console.log('\nOf the first five products, the share that fits:');
for (const { file, share, count } of judged) {
  console.log(`  ${share.toFixed(3)}  ${file}, ${count} searches`);
}
const all = judged.reduce((sum, { count }) => sum + count, 0);
const mean = judged.reduce((sum, { share, count }) => sum + share * count, 0) / all;
console.log(`  ${mean.toFixed(3)}  all ${all} searches`);
