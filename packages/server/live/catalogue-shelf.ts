import { type CatalogueIndex, type Column, PRICE_RANKS, valueNamed } from '@decidable/engine/ranking';
import { handleOf, type Phrase, type Shelf, type ShelfProduct } from '@decidable/engine/session';

/** In a category of fewer priced products than this, being the cheapest says nothing. */
const FEWEST_PRICED = 5;

const labelsOf = (column: Column | undefined, product: number): string[] => {
  const cell = column === undefined ? -1 : column.cell[product]!;
  if (column === undefined || cell < 0) return [];
  const labels: string[] = [];
  for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
    labels.push(column.labels[column.cellValues[k]!]!);
  }
  return labels;
};

/** How many products have each value of a column. */
function countsOf(column: Column): Int32Array {
  const cells = new Int32Array(column.cellStart.length);
  for (const cell of column.cell) if (cell >= 0) cells[cell]!++;
  const counts = new Int32Array(column.labels.length);
  for (let cell = 0; cell + 1 < column.cellStart.length; cell++) {
    for (let k = column.cellStart[cell]!; k < column.cellStart[cell + 1]!; k++) {
      counts[column.cellValues[k]!]! += cells[cell]!;
    }
  }
  return counts;
}

/** Reads an index as the shelf against which the interests of a session stand out. */
export function shelfOf(index: CatalogueIndex): Shelf {
  const attributes = index.columns.filter((column) => column !== index.category && column !== index.brand);
  const byHandle = new Map(index.columns.map((column) => [handleOf(column.name), column]));
  const prices = Float64Array.from(index.logPrice).filter(Number.isFinite).sort();

  // Counted when a session first asks for a column: most are never asked for.
  const counts = new Map<Column, Int32Array>();
  function countOf(column: Column, value: number): number {
    let ofColumn = counts.get(column);
    if (ofColumn === undefined) {
      ofColumn = countsOf(column);
      counts.set(column, ofColumn);
    }
    return ofColumn[value]!;
  }

  function priceRankOf(product: number): number | undefined {
    const rank = index.priceRank[product]!;
    const { category } = index;
    if (rank < 0) return undefined;
    const cell = category === undefined ? -1 : category.cell[product]!;
    const shelfSize =
      category === undefined || cell < 0
        ? prices.length
        : countOf(category, category.cellValues[category.cellStart[cell]!]!);
    return shelfSize < FEWEST_PRICED ? undefined : rank / PRICE_RANKS;
  }

  function product(id: string): ShelfProduct | undefined {
    const number = index.numbers.get(id);
    if (number === undefined) return undefined;
    const category = labelsOf(index.category, number)[0];
    const brand = labelsOf(index.brand, number)[0];
    const logPrice = index.logPrice[number]!;
    const priceRank = priceRankOf(number);
    return {
      ...(category !== undefined && { category }),
      ...(brand !== undefined && { brand }),
      ...(Number.isFinite(logPrice) && { price: Math.exp(logPrice) }),
      ...(priceRank !== undefined && { priceRank }),
      attributes: attributes.flatMap((column) =>
        labelsOf(column, number).map((label) => [column.name, label] as const),
      ),
    };
  }

  function find(kind: 'category' | 'brand' | 'attribute', name: string) {
    const equals = kind === 'attribute' ? name.indexOf('=') : -1;
    const column = kind === 'attribute' ? byHandle.get(handleOf(name.slice(0, equals))) : index[kind];
    const value = column === undefined ? undefined : valueNamed(column, name.slice(equals + 1));
    if (column === undefined || value === undefined) return undefined;
    const label = kind === 'attribute' ? `${column.name}=${column.labels[value]}` : column.labels[value]!;
    return { label, share: countOf(column, value) / index.size };
  }

  /** Share of the prices below `price`: the place where it would be inserted. */
  function priceRank(price: number): number | undefined {
    if (prices.length === 0) return undefined;
    const wanted = Math.log(price);
    let low = 0;
    let high = prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // Prices went through a logarithm: the last digit may differ.
      if (prices[middle]! < wanted - 1e-9) low = middle + 1;
      else high = middle;
    }
    return low / prices.length;
  }

  return { product, find, priceRank };
}

/** The values that shoppers may say in words. */
export function* phrasesOf(index: CatalogueIndex): Generator<Phrase> {
  for (const column of index.columns) {
    const role = column === index.category ? 'category' : column === index.brand ? 'brand' : undefined;
    for (const value of column.labels) yield { attribute: column.name, value, role };
  }
}
