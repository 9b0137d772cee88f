import type { Attribute } from '../../catalogue/types.ts';
import { isRecorded } from '../../primitives/cell-counts.ts';
import { byName, type CanonicalCatalogue } from '../canonical-order.ts';
import { answeredFacts } from '../grade/answerability.ts';
import { findSegmentation } from '../grade/applicability.ts';
import { askedBits, type ImputedSegment } from '../grade/imputed-segment.ts';
import { imputed, segmentsOf } from '../grade/segments.ts';
import { factsOf } from '../repeats/recoded-columns.ts';
import type { ExportPair, PairedAttribute } from './export-pairing.ts';

/** What one fact answers in each export, weighted by the share of the products that are asked. */
export interface PairedFact {
  /** The attributes that say it, by their index. */
  readonly attributes: readonly number[];
  readonly before: number;
  readonly after: number;
  /** With every value recorded: that of the export in which it is more. */
  readonly certain: number;
}

/**
 * What each fact of a pair answers in both exports: the figures of which an audit with trust 1 takes the answerability.
 *
 * Both exports are read as one shelf, of which each shows a part: what either records counts as true, and only what
 * neither records is imputed. What is asked of the shelf does not shrink when a column leaves an export, and what is true
 * of a product does not change when its cell is emptied: so a cleared cell never answers more, and a filled one never
 * less. Only where both record a value and differ has each export its own.
 *
 * @param inPart attributes of which only a part of the new cells is believed, by their index: these cells answer what is
 * imputed from those that were recorded before, so that no value answers more than another one
 */
export function pairedAnswerability(pair: ExportPair, inPart: ReadonlySet<number> = new Set()): PairedFact[] {
  const { places, before, after } = unions(pair, inPart);
  const products = pair.ids.length;
  const segmentation = findSegmentation(after.attributes, products, []);
  const facts = factsOf(
    places.map((place) => [pair.attributes[place].before, pair.attributes[place].after]),
    segmentation.by,
  );
  const sums = new Map<number, Omit<PairedFact, 'attributes'>>();
  for (const segment of segmentsOf(after, segmentation)) {
    const weight = segment.products.length / products;
    const union = imputed(segment, products, 1);
    const isSame = segment.attributes.every((own) =>
      segment.products.every((product) =>
        saysTheSame(before.attributes[own], after.attributes[own], product),
      ),
    );
    const earlier = isSame ? union : imputed({ ...segment, shop: before }, products, 1, union);
    const said = segment.attributes.map((own) => facts[own]);
    const answered = (draws: ImputedSegment, side: 'before' | 'after') => {
      const hiddenIn = (at: number) => {
        const { cell } = pair.attributes[places[segment.attributes[at]]][side];
        const { products } = segment;
        return new Uint8Array(products.length).map((_, at) => Number(!isRecorded(cell[products[at]])));
      };
      return answeredFacts(draws, said, (at) => askedBits(draws, at, hiddenIn(at), 1), hiddenIn, 1);
    };
    const later = answered(union, 'after');
    for (const [fact, { now, certain }] of answered(earlier, 'before')) {
      const sum = sums.get(fact) ?? { before: 0, after: 0, certain: 0 };
      const then = later.get(fact)!;
      sums.set(fact, {
        before: sum.before + weight * now,
        after: sum.after + weight * then.now,
        certain: sum.certain + weight * Math.max(certain, then.certain),
      });
    }
  }
  const saying = Map.groupBy(places, (_, index) => facts[index]);
  return [...sums].map(([fact, own]) => ({ attributes: saying.get(fact)!, ...own }));
}

/**
 * What both exports record together, as catalogues in canonical order that differ only where both record a value: there
 * each has its own.
 *
 * @returns `places`: per attribute of the catalogues its index in the pair
 */
function unions(
  { ids, seed, attributes }: ExportPair,
  inPart: ReadonlySet<number>,
): {
  readonly places: readonly number[];
  readonly before: CanonicalCatalogue;
  readonly after: CanonicalCatalogue;
} {
  const named = attributes
    .flatMap((own, place) => (own.inBefore || own.inAfter ? [{ ...headerOf(own), own, place }] : []))
    .sort(byName);
  const order = new Int32Array(ids.length).map((_, product) => product);
  const union = (first: 'before' | 'after', second: 'before' | 'after'): CanonicalCatalogue => ({
    order,
    ids,
    seed,
    attributes: named.map(({ own, place, ...header }) => ({
      ...header,
      cell:
        inPart.has(place) && own.before.cell.some((cell) => cell >= 0)
          ? own.before.cell
          : own[first].cell.map((cell, product) => (isRecorded(cell) ? cell : own[second].cell[product])),
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
