import type { Attribute } from '../../catalogue/types.ts';
import type { Distribution } from '../result.ts';
import { type CountedNumber, histogram, quantile } from './histogram.ts';
import { shortened } from './shortened.ts';

/** Values that are named; the others are counted. Set by hand: what a card of a report holds. */
const NAMED = 12;
/** Characters of a value that are shown. Set by hand. */
const SHOWN_LENGTH = 60;
/** Dates are shown by years, which are their days divided by this. */
const MILLISECONDS_A_DAY = 86_400_000;

/**
 * How the recorded values of an attribute are spread over the products to which it applies. Undefined where nothing is
 * recorded.
 *
 * @param applies per product 1 where the attribute applies
 */
export function distributionOf(attribute: Attribute, applies: Uint8Array): Distribution | undefined {
  const { cells, kind } = attribute;
  const products = productsPerCell(attribute, applies);
  const counts = new Int32Array(attribute.values.length);
  for (let cell = 0; cell < cells.length; cell++) {
    for (const value of cells[cell]) counts[value] += products[cell];
  }
  if (kind === 'number' || kind === 'date') {
    const numbers = countedNumbers(attribute, counts);
    if (numbers.length > 0) return ofNumbers(attribute, numbers, products, counts);
  }
  const named = mostFrequent(counts);
  if (named.length === 0) return undefined;
  return {
    values: named.map((value) => ({
      value: shortened(attribute.values[value].label, SHOWN_LENGTH),
      products: counts[value],
    })),
    ...others(attribute, products, counts, new Set(named)),
  };
}

function productsPerCell({ cell, cells }: Attribute, applies: Uint8Array): Int32Array {
  const products = new Int32Array(cells.length);
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] >= 0) products[cell[product]] += applies[product];
  }
  return products;
}

/** The most frequent values, those of equal frequency in the order of the values, which no order of rows changes. */
function mostFrequent(counts: Int32Array): number[] {
  const named: number[] = [];
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value];
    if (count === 0 || (named.length === NAMED && count <= counts[named[NAMED - 1]])) continue;
    let at = named.length;
    while (at > 0 && counts[named[at - 1]] < count) at--;
    named.splice(at, 0, value);
    if (named.length > NAMED) named.pop();
  }
  return named;
}

/** The values that are not shown, and the products that have none of those shown. */
function others(
  { cells }: Attribute,
  products: Int32Array,
  counts: Int32Array,
  shown: ReadonlySet<number>,
): Pick<Distribution, 'others'> {
  const values = counts.reduce((sum, count, value) => sum + Number(count > 0 && !shown.has(value)), 0);
  if (values === 0) return {};
  let without = 0;
  cells.forEach((cell, index) => {
    if (products[index] > 0 && !cell.some((value) => shown.has(value))) without += products[index];
  });
  return { others: { values, products: without } };
}

/** The numbers in ascending order; of dates the years. */
function countedNumbers({ kind, values }: Attribute, counts: Int32Array): CountedNumber[] {
  const products = new Map<number, number>();
  values.forEach(({ number }, value) => {
    if (number === undefined || counts[value] === 0) return;
    const shown = kind === 'date' ? new Date(number * MILLISECONDS_A_DAY).getUTCFullYear() : number;
    products.set(shown, (products.get(shown) ?? 0) + counts[value]);
  });
  return [...products]
    .map(([number, count]) => ({ number, products: count }))
    .sort((left, right) => left.number - right.number);
}

function ofNumbers(
  attribute: Attribute,
  numbers: readonly CountedNumber[],
  products: Int32Array,
  counts: Int32Array,
): Distribution {
  const { kind, values, unit } = attribute;
  const total = numbers.reduce((sum, each) => sum + each.products, 0);
  const areNumbers = new Set<number>();
  values.forEach(({ number }, value) => {
    if (number !== undefined) areNumbers.add(value);
  });
  return {
    bins: histogram(numbers),
    range: {
      min: numbers[0].number,
      median: quantile(numbers, total / 2),
      max: numbers[numbers.length - 1].number,
    },
    ...(kind === 'date' ? { unit: 'year' } : unit === undefined ? {} : { unit }),
    ...others(attribute, products, counts, areNumbers),
  };
}
