import { type Attribute, isRecordable } from '@decidable/engine/catalogue';

/**
 * The complete part of a real catalogue: questions, and the products that have all of them recorded. It gives the true
 * values of what the audit estimates from the blanked copy.
 */
export interface Truth {
  readonly ids: readonly string[];
  readonly columns: readonly TrueColumn[];
}

export interface TrueColumn {
  readonly name: string;
  /** Per product the text of its cell, as the catalogue writes it. */
  readonly texts: readonly string[];
  /** For each product the possible answers of a shopper who wants it, with equal probability. */
  readonly answers: readonly (readonly number[])[];
  /** Distinct answers of the column. */
  readonly distinct: number;
}

/** Fewer complete products than this are too few to measure calibration. */
export const FEWEST_PRODUCTS = 15;

/**
 * Drops the emptiest column as long as that enlarges (complete products × columns), then the products with a gap.
 * `rawText(attribute, product)` gives the cell to write into the blanked copy.
 */
export function completePart(
  ids: readonly string[],
  attributes: readonly Attribute[],
  rawText: (attribute: Attribute, product: number) => string,
): Truth {
  let kept = attributes.filter(isRecordable);
  let best = { kept, products: completeProducts(ids.length, kept) };
  while (kept.length > 2) {
    const emptiest = kept.reduce((worst, next) => (gaps(next) > gaps(worst) ? next : worst));
    if (gaps(emptiest) === 0) break;
    kept = kept.filter((attribute) => attribute !== emptiest);
    const products = completeProducts(ids.length, kept);
    if (products.length * kept.length > best.products.length * best.kept.length) best = { kept, products };
  }
  const columns = best.kept
    .map((attribute) => trueColumn(attribute, best.products, rawText))
    .filter(({ distinct }) => distinct > 1);
  return { ids: best.products.map((product) => ids[product]), columns };
}

function gaps({ cell }: Attribute): number {
  let count = 0;
  for (const index of cell) if (index < 0) count++;
  return count;
}

function completeProducts(products: number, attributes: readonly Attribute[]): number[] {
  return Array.from({ length: products }, (_, product) => product).filter((product) =>
    attributes.every(({ cell }) => cell[product] >= 0),
  );
}

function trueColumn(
  attribute: Attribute,
  products: readonly number[],
  rawText: (attribute: Attribute, product: number) => string,
): TrueColumn {
  const values = products.map((product) => attribute.cells[attribute.cell[product]]);
  const ranges = askedInRanges(attribute, values);
  const answers = values.map((held) => [...new Set(ranges === undefined ? held : held.map(ranges))]);
  return {
    name: attribute.name,
    texts: products.map((product) => rawText(attribute, product)),
    answers,
    distinct: new Set(answers.flat()).size,
  };
}

/** Equal-frequency ranges, at most 8, cut at existing numbers, where at least 12 distinct numbers exist. */
function askedInRanges(
  { kind, values }: Attribute,
  held: readonly (readonly number[])[],
): ((value: number) => number) | undefined {
  if (kind !== 'number' && kind !== 'date') return undefined;
  const numbers = held.flat().flatMap((value) => values[value].number ?? []);
  if (new Set(numbers).size < 12) return undefined;
  numbers.sort((left, right) => left - right);
  const lowest = numbers[0];
  const cuts = [
    ...new Set([1, 2, 3, 4, 5, 6, 7].map((k) => numbers[Math.floor((k * numbers.length) / 8)])),
  ].filter((cut) => cut > lowest);
  if (cuts.length === 0) cuts.push(Math.min(...numbers.filter((number) => number > lowest)));
  return (value) => {
    const { number } = values[value];
    if (number === undefined) return -1 - value;
    return cuts.filter((cut) => cut <= number).length;
  };
}
