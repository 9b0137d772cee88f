import type { Attribute } from '../../catalogue/types.ts';
import { type EncodedAttribute, encode } from '../../information/encoding.ts';
import type { ExportPair } from './export-pairing.ts';
import { on, productsAsked } from './paired-bits.ts';

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
    for (const products of productsAsked(pair, index)) {
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
      asRecorded += products.length * gainAsRecorded(attribute.before, products, added);
    }
  }
  const over = Math.max(1, asked);
  return { asSaid: asSaid / over, asRecorded: asRecorded / over };
}

/**
 * Bits gained if some more cells were distributed like the recorded ones. Ranges of numbers are cut without the new cells,
 * so that it does not matter what these say.
 */
function gainAsRecorded(before: Attribute, products: Int32Array, added: number): number {
  const [recorded] = encode([on(before, products)]);
  const earlier = tally(recorded, () => 1);
  if (earlier.recorded === 0) return 0;
  const like = earlier.held.map((held) => held * (1 + added / earlier.recorded));
  const missing = products.length - earlier.recorded;
  return (
    decided(earlier.asked, like, missing - added, products.length) -
    decided(earlier.asked, earlier.held, missing, products.length)
  );
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
