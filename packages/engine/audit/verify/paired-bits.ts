import type { Attribute } from '../../catalogue/types.ts';
import { type EncodedAttribute, encode } from '../../information/encoding.ts';
import { reordered } from '../canonical-order.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';

/** Bits of one attribute in both exports. */
export interface PairedBits {
  readonly before: number;
  readonly after: number;
  /**
   * Bits of the attribute with every value certain and the missing values distributed like the recorded ones.
   */
  readonly potentialBefore: number;
  readonly potentialAfter: number;
  /** Share of the common products to which the attribute applies. */
  readonly weight: number;
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
  const sum = { before: 0, after: 0, potentialBefore: 0, potentialAfter: 0 };
  let asked = 0;
  if (attribute.before.notQuestion === undefined) {
    for (const products of productsBySegment(pair, index)) {
      const [before, after] = encode([on(attribute.before, products), on(attribute.after, products)]);
      const trustOf = cellTrust(attribute, products, trust);
      const earlier = bits(before, undefined);
      const later = bits(after, trustOf);
      const certain = trustOf === undefined ? later : bits(after, undefined);
      const share = products.length;
      asked += share;
      sum.before += share * earlier.now;
      sum.after += share * Math.max(later.now, Math.min(earlier.now, certain.now));
      sum.potentialBefore += share * earlier.potential;
      sum.potentialAfter += share * later.potential;
    }
  }
  const over = Math.max(1, asked);
  return {
    before: sum.before / over,
    after: sum.after / over,
    potentialBefore: sum.potentialBefore / over,
    potentialAfter: sum.potentialAfter / over,
    weight: pair.ids.length === 0 ? 0 : asked / pair.ids.length,
  };
}

/**
 * Bits that a repair gains if only a share of its new cells is believed: these count as recorded, with `trust`, and the
 * others as missing.
 *
 * @param believed share of the new cells, 0 to 1
 */
export function believedGain(pair: ExportPair, index: number, trust: number, believed: number): BelievedGain {
  const attribute = pair.attributes[index];
  let asSaid = 0;
  let asRecorded = 0;
  let asked = 0;
  if (attribute.before.notQuestion === undefined) {
    for (const products of productsBySegment(pair, index)) {
      const [before, after] = encode([on(attribute.before, products), on(attribute.after, products)]);
      const isNew = (product: number) => before.cell[product] !== after.cell[product];
      const earlier = tally(before, () => 1);
      const later = tally(after, (product) => (isNew(product) ? believed : 1));
      const standing = tally(after, (product) => (isNew(product) ? believed * trust : 1));
      const now = decided(earlier.asked, earlier.held, products.length - earlier.recorded, products.length);
      asked += products.length;
      asSaid +=
        products.length *
        (decided(later.asked, standing.held, products.length - standing.recorded, products.length) - now);
      // The new cells distributed as the recorded ones are.
      const filled = after.cell.filter((cell, product) => cell >= 0 && before.cell[product] < 0).length;
      const added = believed * trust * filled;
      const like = earlier.held.map(
        (held) => held * (1 + (earlier.recorded === 0 ? 0 : added / earlier.recorded)),
      );
      asRecorded +=
        products.length *
        (decided(earlier.asked, like, products.length - earlier.recorded - added, products.length) - now);
    }
  }
  const over = Math.max(1, asked);
  return { asSaid: asSaid / over, asRecorded: asRecorded / over };
}

/** Bits gained by the believed part of a repair. */
export interface BelievedGain {
  /** With the values that the new cells have. */
  readonly asSaid: number;
  /** If their values were distributed like the recorded ones; 0 where nothing was recorded before. */
  readonly asRecorded: number;
}

interface Tally {
  /** Per answer the number of products that are asked for it, by the weights of their cells. */
  readonly asked: Float64Array;
  /** Per answer the number of products that have it. */
  readonly held: Float64Array;
  readonly recorded: number;
}

function tally(
  { cell, count, start, answers }: EncodedAttribute,
  weightOf: (product: number) => number,
): Tally {
  const asked = new Float64Array(count);
  const held = new Float64Array(count);
  let recorded = 0;
  for (let product = 0; product < cell.length; product++) {
    const own = cell[product];
    if (own < 0) continue;
    const weight = weightOf(product);
    recorded += weight;
    for (let at = start[own]; at < start[own + 1]; at++) {
      asked[answers[at]] += weight / (start[own + 1] - start[own]);
      held[answers[at]] += weight;
    }
  }
  return { asked, held, recorded };
}

/** Bits of a question: the value is asked; the products that have it, or may have it, remain. */
function decided(asked: Float64Array, held: Float64Array, missing: number, products: number): number {
  const all = asked.reduce((sum, each) => sum + each, 0);
  let bits = 0;
  for (let answer = 0; answer < asked.length; answer++)
    if (asked[answer] > 0) bits -= (asked[answer] / all) * Math.log2((held[answer] + missing) / products);
  return Math.max(0, bits);
}

function productsBySegment({ segmentation, ids }: ExportPair, index: number): Int32Array[] {
  const all = Int32Array.from(ids, (_, product) => product);
  // The attribute that defines the segments is asked of the whole catalogue.
  if (segmentation.by < 0 || segmentation.by === index) return [all];
  const groups: Int32Array[] = [];
  for (let segment = 0; segment < segmentation.sizes.length; segment++) {
    if (segmentation.sizes[segment] === 0 || !segmentation.applies(index, segment)) continue;
    groups.push(all.filter((product) => segmentation.segmentOf[product] === segment));
  }
  return groups;
}

function on(attribute: Attribute, products: Int32Array): Attribute {
  return { ...attribute, cell: reordered(attribute.cell, products) };
}

/** Per product the trust in its cell of the later export; undefined where all cells are fully trusted. */
function cellTrust(
  { before, after }: PairedAttribute,
  products: Int32Array,
  trust: number,
): Float64Array | undefined {
  if (trust === 1) return undefined;
  return Float64Array.from(products, (product) => (before.cell[product] === after.cell[product] ? 1 : trust));
}

function bits(
  { cell, count, start, answers }: EncodedAttribute,
  trustOf: Float64Array | undefined,
): { now: number; potential: number } {
  const asked = new Float64Array(count);
  const held = new Float64Array(count);
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
      held[answers[at]]++;
      cellTrust[answers[at]] += trust;
    }
  }
  let now = 0;
  let potential = 0;
  for (let answer = 0; answer < count; answer++) {
    if (asked[answer] === 0) continue;
    const share = asked[answer] / recorded;
    now -= share * Math.log2((cellTrust[answer] + cell.length - stood) / cell.length);
    potential -= share * Math.log2(held[answer] / recorded);
  }
  // Rounding can take both below 0.
  return { now: Math.max(0, now), potential: Math.max(0, now, potential) };
}
