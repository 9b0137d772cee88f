import type { CanonicalCatalogue } from '../canonical-order.ts';
import type { Answerable } from '../grade/answerability.ts';
import { findSegmentation } from '../grade/applicability.ts';
import { type ImputedSegment, segmentBits } from '../grade/imputed-segment.ts';
import { imputed, type Segment, segmentsOf } from '../grade/segments.ts';

/** What each attribute answers of a catalogue, by name. */
export type AnswerableByName = ReadonlyMap<string, Answerable>;

/**
 * What each attribute answers of two catalogues of the same products: the figures of which an audit with trust 1 takes
 * the answerability, weighted by the share of the products that are asked. The audit's other figures are not computed,
 * and what is equal in both is imputed once.
 */
export function answerableInBoth({
  before,
  after,
}: {
  readonly before: CanonicalCatalogue;
  readonly after: CanonicalCatalogue;
}): { readonly before: AnswerableByName; readonly after: AnswerableByName } {
  const earlier = segmented(before).map((segment) => graded(segment));
  const later = segmented(after).map((segment) => {
    const like = earlier.find((own) => haveEqualProducts(own.segment, segment));
    return like !== undefined && areEqual(like.segment, segment) ? like : graded(segment, like?.draws);
  });
  return { before: byName(earlier), after: byName(later) };
}

interface GradedSegment {
  readonly segment: Segment;
  readonly draws: ImputedSegment;
  /** Of the attributes of the segment, in their order. */
  readonly bits: readonly Answerable[];
}

function segmented(shop: CanonicalCatalogue): Segment[] {
  return segmentsOf(shop, findSegmentation(shop.attributes, shop.ids.length, []));
}

function graded(segment: Segment, like?: ImputedSegment): GradedSegment {
  const draws = imputed(segment, segment.shop.ids.length, 1, like);
  return { segment, draws, bits: segment.attributes.map((_, index) => segmentBits(draws, index, 1)) };
}

function haveEqualProducts(left: Segment, right: Segment): boolean {
  return (
    left.own === right.own &&
    left.products.length === right.products.length &&
    left.products.every((product, at) => product === right.products[at])
  );
}

/** Whether two segments of the same products say the same of them. */
function areEqual(left: Segment, right: Segment): boolean {
  return (
    left.attributes.length === right.attributes.length &&
    left.attributes.every((attribute, at) => {
      const one = left.shop.attributes[attribute];
      const other = right.shop.attributes[right.attributes[at]];
      return (
        one.name === other.name && left.products.every((product) => one.cell[product] === other.cell[product])
      );
    })
  );
}

function byName(segments: readonly GradedSegment[]): AnswerableByName {
  const sums = new Map<string, { now: number; certain: number }>();
  for (const { segment, bits } of segments) {
    const weight = segment.products.length / segment.shop.ids.length;
    segment.attributes.forEach((attribute, index) => {
      const { name } = segment.shop.attributes[attribute];
      const sum = sums.get(name) ?? { now: 0, certain: 0 };
      sum.now += bits[index].now * weight;
      sum.certain += bits[index].certain * weight;
      sums.set(name, sum);
    });
  }
  return sums;
}
