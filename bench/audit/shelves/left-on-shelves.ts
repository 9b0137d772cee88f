import type { Attribute } from '@decidable/engine/catalogue';
import { BEST_RECORDED_LEFT } from '../../../packages/engine/audit/constants.ts';
import { expectedLeft } from '../../../packages/engine/audit/shelves/expected-left.ts';
import { attributesCalled } from '../../../packages/engine/catalogue/shelves/column-attributes.ts';
import { shelfAttribute } from '../../../packages/engine/catalogue/shelves/shelf-attributes.ts';
import { attributesOf, SHELVES } from '../../../packages/engine/catalogue/shelves/shelves.ts';

/** Products of a shelf, and the share of them that has an attribute, from which on it is judged. */
const MIN_PRODUCTS = 20;
const MIN_RECORDED = 0.7;
const RANGES = 8;
/** What nobody tells apart: the figures are shown with one decimal. */
const ROUNDED = 0.05;

/** What is expected to be left of a shelf, beside what is, where the attributes that are asked are recorded. */
export interface LeftOnShelf {
  readonly shelf: string;
  readonly asked: readonly string[];
  readonly left: number;
  readonly expected: number;
  readonly isWithin: boolean;
}

/** The shelves of a file that have at least two of what is asked of them, on the products that have these. */
export function leftOnShelves(attributes: readonly Attribute[], shelfOf: Int16Array): LeftOnShelf[] {
  const standing = Map.groupBy(
    [...shelfOf.keys()].filter((product) => shelfOf[product] >= 0),
    (product) => shelfOf[product],
  );
  return [...standing].flatMap(([shelf, all]) => {
    const asked = [...attributesOf(shelf)]
      .flatMap(([id, degree]) => {
        const column = degree === 'possible' ? undefined : recorded(attributes, id, all);
        return column === undefined ? [] : [{ id, column }];
      })
      .slice(0, 3);
    const products = all.filter((product) => asked.every(({ column }) => column.cell[product] >= 0));
    if (asked.length < 2 || products.length < MIN_PRODUCTS) return [];
    const answers = asked.map(({ column }) => answerOf(column, products));
    const left = leftAfter(products, answers);
    const told = expectedLeft(
      asked.map(({ id }) => shelfAttribute(id)),
      products.length,
      ({ id }) => id,
    )!;
    // No shelf is told to be better than the best ones.
    const isAbove = left >= told.low - ROUNDED || told.low === BEST_RECORDED_LEFT;
    const isWithin = isAbove && left <= told.high + ROUNDED;
    return [{ shelf: SHELVES[shelf].id, asked: told.asked, left, expected: told.left, isWithin }];
  });
}

/** The column that is called so and that most products have. */
function recorded(
  attributes: readonly Attribute[],
  id: string,
  products: readonly number[],
): Attribute | undefined {
  return attributes.find(
    ({ name, cell }) =>
      attributesCalled(name).includes(id) &&
      products.filter((product) => cell[product] >= 0).length >= MIN_RECORDED * products.length,
  );
}

/** The answer of a product: its cell, or of numbers the range, as shoppers are asked. */
function answerOf(
  { kind, cell, cells, values }: Attribute,
  products: readonly number[],
): (product: number) => number {
  if (kind !== 'number' || values.length < 12) return (product) => cell[product];
  const number = (product: number) => values[cells[cell[product]][0]].number ?? 0;
  const sorted = products.map(number).sort((a, b) => a - b);
  const cuts = Array.from(
    { length: RANGES - 1 },
    (_, cut) => sorted[Math.floor(((cut + 1) * sorted.length) / RANGES)],
  );
  return (product) => cuts.filter((cut) => number(product) >= cut).length;
}

/** The geometric mean of the products with the same answers. */
function leftAfter(products: readonly number[], answers: readonly ((product: number) => number)[]): number {
  const alike = Map.groupBy(products, (product) => answers.map((answer) => answer(product)).join('|'));
  const bits = [...alike.values()].reduce((sum, { length }) => sum + length * Math.log2(length), 0);
  return 2 ** (bits / products.length);
}
