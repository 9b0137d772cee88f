import { headerWords, isAffirmed, isDenied, optionConceptOf } from '@decidable/engine/catalogue';
import {
  type CatalogueIndex,
  type Column,
  columnNamed,
  placeOfRank,
  valueNamed,
  variantsDiffer,
} from '@decidable/engine/ranking';
import {
  type CatalogueTraits,
  interestName,
  type Phrase,
  type ProductTraits,
  type Trait,
} from '@decidable/engine/session';

/** A category with fewer priced products than this has no meaningful price order. Set by hand. */
const FEWEST_PRICED = 5;

/** Results in each cache of a shop. Set by hand. */
export const MOST_REMEMBERED = 10_000;

/**
 * Caches a pure function of a string. A full map is cleared: an LRU cache costs more on each hit than a refill, and
 * memory for each open shop.
 */
class Memo<T> {
  readonly #known = new Map<string, T>();
  readonly #read: (key: string) => T;

  constructor(read: (key: string) => T) {
    this.#read = read;
  }

  get(key: string): T {
    let value = this.#known.get(key);
    if (value === undefined && !this.#known.has(key)) {
      if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
      value = this.#read(key);
      this.#known.set(key, value);
    }
    return value as T;
  }
}

/** The number of products with each value of a column. */
function countsOf(column: Column): Int32Array {
  const cells = new Int32Array(column.cellStart.length);
  for (const cell of column.cell) if (cell >= 0) cells[cell]++;
  const counts = new Int32Array(column.labels.length);
  for (let cell = 0; cell + 1 < column.cellStart.length; cell++) {
    for (let k = column.cellStart[cell]; k < column.cellStart[cell + 1]; k++) {
      counts[column.cellValues[k]] += cells[cell];
    }
  }
  return counts;
}

/** Counts over a whole catalogue, made on a worker: for a large catalogue they take tens of ms. */
export interface TraitCounts {
  /** Log prices, cheapest first. */
  readonly prices: Float64Array;
  /** For each column, the number of products with each value. */
  readonly products: readonly Int32Array[];
}

export const traitCounts = ({ logPrice, columns }: CatalogueIndex): TraitCounts => ({
  prices: logPrice.filter(Number.isFinite).sort(),
  products: columns.map(countsOf),
});

/** Presents an index as the catalogue that personas compare the interests of a session with. */
export function catalogueTraitsOf(
  index: CatalogueIndex,
  { prices, products: counts }: TraitCounts,
): CatalogueTraits {
  /** For each column the trait of each value, made at first use: most are never used. */
  const traits = index.columns.map((column) => new Array<Trait | undefined>(column.labels.length));
  const numberOf = new Map(index.columns.map((column, k) => [column, k]));

  function traitOf(column: Column, value: number): Trait {
    const number = numberOf.get(column)!;
    const made = traits[number];
    const label = column.labels[value];
    const kind = column === index.category ? 'category' : column === index.brand ? 'brand' : 'attribute';
    const shown = kind === 'attribute' ? `${column.name}=${label}` : label;
    made[value] ??= {
      kind,
      name: interestName(shown),
      label: shown,
      share: counts[number][value] / index.size,
    };
    return made[value];
  }

  let priced: Int32Array | undefined;
  /** Number of priced products in the category of a product: those that its price is ranked among. */
  function pricedInCategoryOf(product: number): number {
    const { category, priceRank } = index;
    if (priced === undefined) {
      priced = new Int32Array(category?.cellStart.length ?? 1);
      for (let i = 0; i < index.size; i++) if (priceRank[i] >= 0) priced[(category?.cell[i] ?? -1) + 1]++;
    }
    return priced[(category?.cell[product] ?? -1) + 1];
  }

  function priceRankOf(product: number): number | undefined {
    const rank = index.priceRank[product];
    return rank < 0 || pricedInCategoryOf(product) < FEWEST_PRICED ? undefined : placeOfRank(rank);
  }

  function read(number: number): ProductTraits {
    const traits: Trait[] = [];
    const ofVariant: Trait[] = [];
    for (const column of index.columns) {
      const cell = column.cell[number];
      if (cell < 0) continue;
      const start = column.cellStart[cell];
      // A product of several categories or brands counts for the first only.
      const end =
        column === index.category || column === index.brand ? start + 1 : column.cellStart[cell + 1];
      // What kind of thing it is, and whose, is said of the product, whatever a variant's row says.
      const isOfVariant =
        column !== index.category && column !== index.brand && variantsDiffer(index, number, column);
      for (let k = start; k < end; k++) {
        (isOfVariant ? ofVariant : traits).push(traitOf(column, column.cellValues[k]));
      }
    }
    const priceRank = priceRankOf(number);
    return {
      traits,
      ...(ofVariant.length > 0 && { ofVariant }),
      ...(priceRank !== undefined && { priceRank }),
    };
  }

  const products = new Memo((id: string) => {
    const number = index.ids.find(id);
    return number === undefined ? undefined : read(number);
  });

  const named = new Memo((key: string) => {
    const colon = key.indexOf(':');
    const kind = key.slice(0, colon) as Trait['kind'];
    const name = key.slice(colon + 1);
    const equals = kind === 'attribute' ? name.indexOf('=') : -1;
    const column =
      kind === 'attribute'
        ? index.columns[columnNamed(index.columns, name.slice(0, equals)) ?? -1]
        : index[kind];
    const value = column === undefined ? undefined : valueNamed(column, name.slice(equals + 1));
    return column === undefined || value === undefined ? undefined : traitOf(column, value);
  });

  /** The share of the prices below `price`, 0 to 1; by binary search. */
  function priceRank(price: number): number | undefined {
    if (prices.length === 0) return undefined;
    const wanted = Math.log(price);
    let low = 0;
    let high = prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Prices are compared as logarithms, which may differ in the last digit.
      if (prices[middle] < wanted - 1e-9) low = middle + 1;
      else high = middle;
    }
    return low / prices.length;
  }

  return {
    product: (id) => products.get(id),
    find: (kind, name) => named.get(`${kind}:${name}`),
    priceRank,
  };
}

/** The values that searches may name, sizes also as "size m", which are too short to be words alone. Yes and no are left out: "bed no drawers" does not name the value of a column. */
export function* phrasesOf(index: CatalogueIndex): Generator<Phrase> {
  for (const column of index.columns) {
    const role = column === index.category ? 'category' : column === index.brand ? 'brand' : undefined;
    const name = headerWords(column.name);
    const isSize = optionConceptOf(name) === 'size';
    for (const value of column.labels) {
      if (role === undefined && (isAffirmed(value) || isDenied(value))) continue;
      yield { attribute: column.name, value, role };
      if (isSize) yield { attribute: column.name, value, said: `${name} ${value}` };
    }
  }
}
