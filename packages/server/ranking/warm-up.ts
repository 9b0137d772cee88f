import { interpret, readTable, recogniseRoles } from '@decidable/engine/catalogue';
import { buildIndex, emptyModel, type Ranking, rank, searchReader } from '@decidable/engine/ranking';
import { emptyProfile, foldAll, readProfile } from '@decidable/engine/session';

/** Rankings after which V8 has compiled what goes over all products, and the products that they rank. Set by hand. */
const TIMES = 20;
const PRODUCTS = 200;

const CSV = [
  'id,title,category,brand,colour,price',
  ...Array.from(
    { length: PRODUCTS },
    (_, n) => `${n},Boots ${n % 9},kind ${n % 7},maker ${n % 5},colour ${n % 4},${10 + n}`,
  ),
].join('\n');
const SIGNALS = [
  { type: 'search', value: 'boots', at: 0 },
  { type: 'category_view', value: 'kind 1', at: 0 },
  { type: 'product_view', value: '3', at: 0 },
  { type: 'price_filter', value: '20-50', at: 0 },
];

/**
 * Ranks a made-up shop before the first request, in turn for a visitor of whom nothing is known and for one with interests.
 * V8 interprets what it runs for the first time: with 20,000 products the first ranking would hold up the serving thread
 * for 29 ms, in place of 8.
 *
 * @returns the last ranking of each
 */
export function warmUpRankings(): readonly Ranking[] {
  const catalogue = interpret(readTable(CSV));
  const index = buildIndex(catalogue, recogniseRoles(catalogue));
  const model = emptyModel();
  const known = readProfile(foldAll(emptyProfile(0), SIGNALS), searchReader(index));
  return [undefined, known].map((profile) => {
    let ranking: Ranking | undefined;
    // Another length each time, as a list for nobody in particular is remembered.
    for (let k = 1; k <= TIMES / 2; k++) ranking = rank({ profile, index, model, now: 1, limit: 20 + k });
    return ranking!;
  });
}
