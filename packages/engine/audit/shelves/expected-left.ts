import type { ShelfAttribute, ValueKind } from '../../catalogue/shelves/shelf-attributes.ts';
import { BEST_RECORDED_LEFT, QUESTIONS_ASKED } from '../constants.ts';
import type { ExpectedLeft } from './known-shelf.ts';
import data from './usual-bits.json' with { type: 'json' };

interface Usual {
  readonly bits: number;
  readonly deviation: number;
  readonly columns: number;
}

const { together, kinds } = data;
const USUAL: Readonly<Record<Exclude<ValueKind, 'code'>, Usual>> = kinds;

/** Deviations between which four of five values of a normal distribution lie. */
const FOUR_OF_FIVE = 1.2816;

/** Bits that an answer of this kind usually gives on a complete shelf of so many products: the mean of real columns. */
export function usualBits({ values }: Pick<ShelfAttribute, 'values'>, products: number): number {
  return values === 'code' ? 0 : Math.min(USUAL[values].bits, Math.log2(products));
}

/**
 * What the best three answers leave of a shelf on which these attributes are recorded. Answers overlap: together they give
 * a share of the sum of their bits. Both are fitted to real catalogues (`usual-bits.json`).
 */
export function expectedLeft(
  attributes: readonly ShelfAttribute[],
  products: number,
  nameOf: (attribute: ShelfAttribute) => string,
): ExpectedLeft | undefined {
  const asked = attributes.filter(({ values }) => values !== 'code').slice(0, QUESTIONS_ASKED);
  if (asked.length === 0 || products < 2) return undefined;
  const bits = together.share * asked.reduce((sum, each) => sum + usualBits(each, products), 0);
  const variance = asked.reduce((sum, each) => sum + deviationOf(each) ** 2, 0);
  const spread = FOUR_OF_FIVE * Math.hypot(together.share * Math.sqrt(variance), bits * together.deviation);
  const left = (given: number) =>
    Math.min(products, Math.max(BEST_RECORDED_LEFT, products / 2 ** Math.max(0, given)));
  return { asked: asked.map(nameOf), left: left(bits), low: left(bits + spread), high: left(bits - spread) };
}

const deviationOf = ({ values }: ShelfAttribute): number => (values === 'code' ? 0 : USUAL[values].deviation);
