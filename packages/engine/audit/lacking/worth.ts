import type { Attribute, Value } from '../../catalogue/types.ts';
import { encode } from '../../information/encoding.ts';
import { rangeScaleOf } from '../../information/range-scale.ts';
import { seedOf } from '../canonical-order.ts';
import type { Segmentation } from '../grade/applicability.ts';
import { imputeSegment, segmentBits } from '../grade/imputed-segment.ts';
import type { Candidate, Saying } from './candidate.ts';
import { FEWEST_SAYING, LEAST_SHARE } from './constants.ts';

/** What a fact would bring, and the products of which it is one. */
export interface Worth {
  readonly bits: number;
  /** The read products to which it applies, and those of them that say it. */
  readonly applicable: number;
  readonly saying: readonly Saying[];
}

/**
 * The bits that a column of the fact would bring if it were filled for every product to which it applies, weighted with
 * their share: the measure of the audit (`bits.complete`), with the products that say nothing imputed from those that
 * do. A feature that is not said is taken to be absent. A fact applies to the segments of which enough products say it.
 *
 * @param read products that were read, the first of the canonical order
 */
export function worthOf(
  candidate: Candidate,
  sayings: readonly Saying[],
  read: number,
  segmentation: Pick<Segmentation, 'by' | 'segmentOf'>,
  seed: number,
): Worth {
  const saidBy = new Map(sayings.map((saying) => [saying.product, saying]));
  const segments = new Map<number, number[]>();
  for (let product = 0; product < read; product++) {
    const segment = segmentation.by < 0 ? 0 : segmentation.segmentOf[product];
    const own = segments.get(segment);
    if (own === undefined) segments.set(segment, [product]);
    else own.push(product);
  }
  const least = candidate.least ?? LEAST_SHARE;
  let bits = 0;
  let applicable = 0;
  const saying: Saying[] = [];
  for (const products of segments.values()) {
    const own = products.flatMap((product) => saidBy.get(product) ?? []);
    if (own.length < FEWEST_SAYING || own.length < least * products.length) continue;
    applicable += products.length;
    saying.push(...own);
    bits += (products.length / read) * segmentWorth(candidate, products, saidBy, seed);
  }
  return { bits, applicable, saying };
}

function segmentWorth(
  candidate: Candidate,
  products: readonly number[],
  saidBy: ReadonlyMap<number, Saying>,
  seed: number,
): number {
  const column = columnOf(candidate, products, saidBy);
  const [answers] = encode([column]);
  const question = { answers, scale: rangeScaleOf(column, answers), seed: seedOf(candidate.name, seed) };
  return segmentBits(imputeSegment([question], products.length, 1), 0, 1).complete;
}

/** The fact as a column of its own. */
function columnOf(
  { name, values, isFeature }: Candidate,
  products: readonly number[],
  saidBy: ReadonlyMap<number, Saying>,
): Attribute {
  const cells: (readonly number[])[] = [];
  const places = new Map<string, number>();
  const placeOf = (set: readonly number[]): number => {
    const key = [...set].sort((left, right) => left - right).join(',');
    let place = places.get(key);
    if (place === undefined) {
      place = cells.push(set) - 1;
      places.set(key, place);
    }
    return place;
  };
  const all: readonly Value[] = isFeature ? [...values, { label: '' }] : values;
  const absent = isFeature ? placeOf([values.length]) : -1;
  const cell = Int32Array.from(products, (product) => {
    const said = saidBy.get(product);
    return said === undefined ? absent : placeOf(said.values);
  });
  const areNumbers = values.every(({ number }) => number !== undefined);
  return {
    name,
    kind: areNumbers ? 'number' : 'category',
    cell,
    cells,
    values: all,
    placeholders: new Int32Array(0),
  };
}
