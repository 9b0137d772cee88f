import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { interpret, readTable, recogniseRoles, type Table } from '@decidable/engine/catalogue';
import { buildIndex, type CatalogueIndex, emptyModel, rank } from '@decidable/engine/ranking';
import { emptyProfile, foldAll, type Profile, readProfile } from '@decidable/engine/session';
import { randomOf } from '../../../packages/engine/ranking/testing/shops.ts';
import { countOf, fail, readOptions } from '../../options.ts';

const USAGE = `npm run bench:another-kind -- --data DIR [options]

Sessions that open a category and filter it, and then search for another kind. Counts the lists that show something else
before a match, and the places that this takes. A match has every word of the search in one of its cells, apart from endings.

  --data DIR     the folder that holds catalogues/ and exports/, or CSV files
  --visits N     sessions of each file, 12 if not given
  --seed N       what they are drawn by, 1 if not given`;

const options = readOptions(USAGE, {
  data: { type: 'string' },
  visits: { type: 'string', default: '12' },
  seed: { type: 'string', default: '1' },
});
const data = options.data ?? fail(USAGE, '--data is missing.');
const visits = countOf(USAGE, '--visits', options.visits);
const random = randomOf(countOf(USAGE, '--seed', options.seed));

const folders = ['catalogues', 'exports'].map((name) => join(data, name)).filter(existsSync);
const files = (folders.length === 0 ? [data] : folders).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => join(folder, name)),
);
if (files.length === 0) fail(USAGE, `${data} holds no CSV file.`);

const NOW = Date.UTC(2026, 0, 1);
/** Places of a page. */
const PAGE = 10;
/** Letters that an ending has at most. */
const ENDING = 2;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];

/** The words of every product, over all cells. */
function textsOf({ ids, columns }: Table): readonly ReadonlySet<string>[] {
  return ids.map(
    (_, row) =>
      new Set(columns.flatMap(({ cell, texts }) => (cell[row] < 0 ? [] : wordsIn(texts[cell[row]])))),
  );
}

function meets(texts: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.every((word) => {
    const begin = word.slice(0, Math.max(3, word.length - ENDING));
    return texts.values().some((each) => each.startsWith(begin));
  });
}

/** A session that opened the category of a product, and filtered by another of its values. */
function visitOf(index: CatalogueIndex, product: number, category: string): Profile | undefined {
  const others = index.columns.filter((column) => column !== index.category && column.cell[product] >= 0);
  if (others.length === 0) return undefined;
  const { name, cell, cellStart, cellValues, labels } = oneOf(others);
  const value = labels[cellValues[cellStart[cell[product]]]];
  const signals = [
    { type: 'category_view', value: category, at: NOW - 60_000 },
    { type: 'attribute_filter', value: `${name}=${value}`, at: NOW - 30_000 },
  ];
  return readProfile(foldAll(emptyProfile(NOW - 60_000), signals));
}

interface Lost {
  lists: number;
  lost: number;
  places: number;
  lostPlaces: number;
}

function measure(file: string): Lost {
  const table = readTable(readFileSync(file));
  const catalogue = interpret(table);
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  const { category } = index;
  const counts: Lost = { lists: 0, lost: 0, places: 0, lostPlaces: 0 };
  if (category === undefined || category.labels.length < 2) return counts;
  const texts = textsOf(table);
  const categoryOf = (product: number): string | undefined => {
    const cell = category.cell[product];
    return cell < 0 ? undefined : category.labels[category.cellValues[category.cellStart[cell]]];
  };
  const listed = index.listed ?? Int32Array.from({ length: index.size }, (_, product) => product);
  for (let visit = 0; visit < visits; visit++) {
    const product = oneOf([...listed]);
    const [before, after] = [categoryOf(product), categoryOf(oneOf([...listed]))];
    if (before === undefined || after === undefined || before === after) continue;
    const query = after.split(/[>/|]/).at(-1)!.trim();
    const words = wordsIn(query).filter((word) => word.length > 2);
    const profile = visitOf(index, product, before);
    if (words.length === 0 || profile === undefined) continue;
    const limit = Math.min(PAGE, listed.filter((each) => meets(texts[each], words)).length);
    if (limit === 0) continue;
    const { items } = rank({
      profile,
      index,
      model: emptyModel(),
      now: NOW,
      limit: PAGE,
      query,
      explain: false,
    });
    const isMatch = items.map(({ id }) => meets(texts[index.ids.find(id)!], words));
    // Variants of one product take one place: what stands before the last match counts.
    const others = isMatch.slice(0, isMatch.lastIndexOf(true) + 1).filter((match) => !match).length;
    const isLost = others > 0 || !isMatch.includes(true);
    counts.lists++;
    counts.places += limit;
    if (isLost) counts.lost++;
    counts.lostPlaces += isMatch.includes(true) ? others : limit;
  }
  return counts;
}

const total: Lost = { lists: 0, lost: 0, places: 0, lostPlaces: 0 };
for (const file of files) {
  let counts: Lost;
  try {
    counts = measure(file);
  } catch (error) {
    // Files that the service refuses are none of a shop.
    console.log(`${basename(file).padEnd(34)}refused: ${error instanceof Error ? error.message : error}`);
    continue;
  }
  if (counts.lists === 0) continue;
  console.log(
    `${basename(file).padEnd(34)}${counts.lost} of ${counts.lists} lists, ${counts.lostPlaces} of ${counts.places} places`,
  );
  for (const key of Object.keys(total) as (keyof Lost)[]) total[key] += counts[key];
}
console.log(
  `${'all'.padEnd(34)}${total.lost} of ${total.lists} lists, ${total.lostPlaces} of ${total.places} places`,
);
