import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { byName, type CanonicalCatalogue } from '../canonical-order.ts';
import type { Answerable } from '../grade/answerability.ts';
import { findSegmentation } from '../grade/applicability.ts';
import { askedBits, type ImputedSegment } from '../grade/imputed-segment.ts';
import { imputed, segmentsOf } from '../grade/segments.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';

/** What one attribute answers in each export, weighted by the share of the products that are asked. */
export interface AnswerableInBoth {
  readonly before: Answerable;
  readonly after: Answerable;
}

/**
 * What each attribute of a pair answers in both exports, by its index: the figures of which an audit with trust 1 takes
 * the answerability.
 *
 * Both exports are read as one shelf, of which each shows a part: what either records counts as true, and only what
 * neither records is imputed. What is asked of the shelf does not shrink when a column leaves an export, and what is true
 * of a product does not change when its cell is emptied: so a cleared cell never answers more, and a filled one never
 * less. Only where both record a value and differ has each export its own.
 */
export function answerableInBoth(pair: ExportPair): ReadonlyMap<number, AnswerableInBoth> {
  const { places, before, after } = unions(pair);
  const products = pair.ids.length;
  const answerable = new Map<number, AnswerableInBoth>();
  for (const segment of segmentsOf(after, findSegmentation(after.attributes, products, []))) {
    const weight = segment.products.length / products;
    const later = imputed(segment, products, 1);
    const isSame = segment.attributes.every((own) =>
      segment.products.every((product) =>
        saysTheSame(before.attributes[own], after.attributes[own], product),
      ),
    );
    const earlier = isSame ? later : imputed({ ...segment, shop: before }, products, 1, later);
    segment.attributes.forEach((own, at) => {
      const place = places[own];
      const { before: shownBefore, after: shownAfter } = pair.attributes[place];
      const sums = answerable.get(place);
      answerable.set(place, {
        before: added(sums?.before, shown(earlier, at, shownBefore, segment.products), weight),
        after: added(sums?.after, shown(later, at, shownAfter, segment.products), weight),
      });
    });
  }
  return answerable;
}

const NOTHING: Answerable = { now: 0, certain: 0 };

function added({ now, certain } = NOTHING, own: Answerable, weight: number): Answerable {
  return { now: now + weight * own.now, certain: certain + weight * own.certain };
}

/** What a segment answers where only the cells count that an export itself records. */
function shown(draws: ImputedSegment, index: number, { cell }: Attribute, products: Int32Array): Answerable {
  return askedBits(
    draws,
    index,
    Uint8Array.from(products, (product) => Number(!isRecorded(cell[product]))),
  );
}

/**
 * What both exports record together, as catalogues in canonical order that differ only where both record a value: there
 * each has its own.
 *
 * @returns `places`: per attribute of the catalogues its index in the pair
 */
function unions({ ids, seed, attributes }: ExportPair): {
  readonly places: readonly number[];
  readonly before: CanonicalCatalogue;
  readonly after: CanonicalCatalogue;
} {
  const named = attributes
    .flatMap((own, place) => (own.inBefore || own.inAfter ? [{ ...headerOf(own), own, place }] : []))
    .sort(byName);
  const order = Int32Array.from(ids, (_, product) => product);
  const union = (first: 'before' | 'after', second: 'before' | 'after'): CanonicalCatalogue => ({
    order,
    ids,
    seed,
    attributes: named.map(({ own, place: _, ...header }) => ({
      ...header,
      cell: own[first].cell.map((cell, product) => (isRecorded(cell) ? cell : own[second].cell[product])),
    })),
  });
  return {
    places: named.map(({ place }) => place),
    before: union('before', 'after'),
    after: union('after', 'before'),
  };
}

/** An attribute as the later export has it, or else the earlier one. */
function headerOf({ inAfter, before, after }: PairedAttribute): Attribute {
  return inAfter ? after : before;
}

function saysTheSame(left: Attribute, right: Attribute, product: number): boolean {
  return left.cell[product] === right.cell[product];
}
