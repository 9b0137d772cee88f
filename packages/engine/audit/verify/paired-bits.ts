import type { Attribute } from '../../catalogue/types.ts';
import { type EncodedAttribute, encode } from '../../information/encoding.ts';
import { reordered } from '../canonical-order.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';

/** Bits of one attribute in both exports. */
export interface PairedBits {
  readonly before: number;
  readonly after: number;
  /** As `after`, with trust 1. */
  readonly afterCertain: number;
}

/**
 * Bits of one attribute before and after, on the common products of each segment to which it applies,
 * weighted by segment size. Both exports share answers and ranges, and missing values are assumed to be
 * distributed like the recorded ones of the same export. An unchanged attribute therefore moves by exactly 0.
 *
 * New and changed cells carry `trust`, all others 1. Trust alone never takes the bits below those of the
 * earlier export.
 */
export function pairedBits(pair: ExportPair, index: number, trust: number): PairedBits {
  const attribute = pair.attributes[index];
  const sum = { before: 0, after: 0, afterCertain: 0 };
  let asked = 0;
  if (attribute.before.notQuestion === undefined) {
    for (const products of productsAsked(pair, index)) {
      const [before, after] = encode([on(attribute.before, products), on(attribute.after, products)]);
      const trustOf = cellTrust(attribute, products, trust);
      const earlier = bits(before, undefined);
      const later = bits(after, trustOf);
      const certain = trustOf === undefined ? later : bits(after, undefined);
      const share = products.length;
      asked += share;
      sum.before += share * earlier;
      sum.after += share * Math.max(later, Math.min(earlier, certain));
      sum.afterCertain += share * certain;
    }
  }
  const over = Math.max(1, asked);
  return {
    before: sum.before / over,
    after: sum.after / over,
    afterCertain: sum.afterCertain / over,
  };
}

/** The products that an attribute is asked of, by segment. */
export function productsAsked({ segmentation, productsOf, ids }: ExportPair, index: number): Int32Array[] {
  // The attribute that defines the segments is asked of the whole catalogue.
  if (segmentation.by < 0 || segmentation.by === index)
    return [new Int32Array(ids.length).map((_, product) => product)];
  return productsOf.filter(
    (products, segment) => products.length > 0 && segmentation.applies(index, segment),
  );
}

export function on(attribute: Attribute, products: Int32Array): Attribute {
  return { ...attribute, cell: reordered(attribute.cell, products) };
}

/** Per product the trust in its cell of the later export; undefined where all cells are fully trusted. */
function cellTrust(
  { before, after }: PairedAttribute,
  products: Int32Array,
  trust: number,
): Float64Array | undefined {
  if (trust === 1) return undefined;
  return new Float64Array(products.length).map((_, at) =>
    before.cell[products[at]] === after.cell[products[at]] ? 1 : trust,
  );
}

function bits({ cell, count, start, answers }: EncodedAttribute, trustOf: Float64Array | undefined): number {
  const asked = new Float64Array(count);
  const cellTrust = new Float64Array(count);
  let recorded = 0;
  let stood = 0;
  for (let product = 0; product < cell.length; product++) {
    const own = cell[product];
    if (own < 0) continue;
    const trust = trustOf === undefined ? 1 : trustOf[product];
    recorded++;
    stood += trust;
    const width = start[own + 1] - start[own];
    for (let at = start[own]; at < start[own + 1]; at++) {
      asked[answers[at]] += 1 / width;
      cellTrust[answers[at]] += trust;
    }
  }
  let now = 0;
  for (let answer = 0; answer < count; answer++) {
    if (asked[answer] === 0) continue;
    const share = asked[answer] / recorded;
    now -= share * Math.log2((cellTrust[answer] + cell.length - stood) / cell.length);
  }
  // Rounding can take it below 0.
  return Math.max(0, now);
}
