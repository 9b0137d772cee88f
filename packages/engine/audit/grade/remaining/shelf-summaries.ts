import { type CanonicalCatalogue, compare, reordered } from '../../canonical-order.ts';
import { FEWEST_GRADED, FEWEST_RECORDED, QUESTIONS_ASKED, SHELF_PRODUCTS } from '../../constants.ts';
import type { AuditResult, Remaining } from '../../result.ts';
import type { Division, Segmentation } from '../applicability.ts';
import { type ImputedSegment, segmentBits } from '../imputed-segment.ts';
import { jointGains } from '../joint-gains.ts';
import { OTHER_KINDS } from '../kinds/kind-columns.ts';
import { type GradedQuestion, type GradedSegment, type SegmentLeft, segmentLeft } from '../segments.ts';
import { gradeOf, remainingOf } from './remaining.ts';

/** Attributes of a shelf that are named. */
const SHOWN_FIRST = 3;

type Shelves = NonNullable<AuditResult['shelves']>;
type Shelf = Shelves['values'][number];

/** The shelves that were graded by themselves, since different attributes apply to them. */
export function gradedShelves(
  shop: CanonicalCatalogue,
  segmentation: Segmentation,
  graded: readonly GradedSegment[],
): Shelves {
  return named(
    shop,
    segmentation.by,
    graded.flatMap(({ segment, products, questions, left }) => {
      const label = segmentation.labels[segment];
      if (label === undefined || left === undefined) return [];
      const own = questions.filter(({ attribute }) => attribute !== segmentation.by);
      const first = own
        .filter(({ joint }) => joint > 0)
        .sort((a, b) => b.joint - a.joint || a.attribute - b.attribute)
        .map(({ attribute }) => attribute);
      return [shelf(shop, label, products.length, judgedQuestions(own), left, first)];
    }),
  );
}

/**
 * The shelves of a shop that was graded as a whole, since all attributes apply to all of them: each is the part of the
 * imputed shop with its products. First come the attributes of which recording adds most there, each to those before it.
 */
export function shelvesWithin(
  shop: CanonicalCatalogue,
  { by, segmentOf, labels }: Division,
  whole: ImputedSegment,
  questions: readonly GradedQuestion[],
  trust: number,
): Shelves {
  const members = labels.map((): number[] => []);
  for (let product = 0; product < segmentOf.length; product++) members[segmentOf[product]].push(product);
  const asked = questions.map((_, index) => index).filter((index) => questions[index].attribute !== by);
  return named(
    shop,
    by,
    labels.flatMap((label, at) => {
      const products = members[at];
      if (label === undefined || products.length === 0) return [];
      const part = partOf(whole, asked, products);
      const bits = asked.map((_, index) => segmentBits(part, index, trust));
      const isRanked = (index: number) =>
        part.recorded[index] === products.length ||
        (part.recorded[index] >= FEWEST_RECORDED && questions[asked[index]].ranked);
      const certain = bits.map((own, index) => (isRanked(index) ? own.certain : 0));
      const attributes = asked.map((index) => questions[index].attribute);
      const left = segmentLeft(
        part,
        bits.map(({ now }) => now),
        certain,
        shop.seed,
        attributes,
      );
      const worths = bits.map(({ now, complete }, index) => ({
        recoverable: isRanked(index) ? complete - now : 0,
        left: questions[asked[index]].substitute?.left,
      }));
      const joint = jointGains(part, worths, trust, SHOWN_FIRST);
      const first = attributes
        .map((_, index) => index)
        .filter((index) => joint[index] > 0)
        .sort((a, b) => joint[b] - joint[a] || a - b)
        .map((index) => attributes[index]);
      return [shelf(shop, label, products.length, certain.filter((own) => own > 0).length, left, first)];
    }),
  );
}

/** The questions that are asked of some products of an imputed segment. */
function partOf(
  whole: ImputedSegment,
  asked: readonly number[],
  products: readonly number[],
): ImputedSegment {
  const kept = (mask: Uint8Array) => {
    const own = new Uint8Array(products.length);
    for (let at = 0; at < own.length; at++) own[at] = mask[products[at]];
    return own;
  };
  const draws = whole.draws
    .slice(0, Math.max(1, Math.floor(SHELF_PRODUCTS / products.length)))
    .map((columns) =>
      asked.map((index) => {
        const column = columns[index];
        const missing = kept(column.missing);
        return {
          ...column,
          trueCell: reordered(column.trueCell, products),
          missing,
          erased: column.erased === column.missing ? missing : kept(column.erased),
        };
      }),
    );
  return {
    products: products.length,
    questions: asked.map((index) => whole.questions[index]),
    recorded: Int32Array.from(draws[0], ({ missing }) => {
      let recorded = missing.length;
      for (let at = 0; at < missing.length; at++) recorded -= missing[at];
      return recorded;
    }),
    draws,
    known: draws.map((_, draw) => asked.map((index) => reordered(whole.known[draw][index], products))),
    predictors: asked.map((index) => whole.predictors[index]),
  };
}

function shelf(
  shop: CanonicalCatalogue,
  value: string,
  products: number,
  judged: number,
  left: SegmentLeft,
  first: readonly number[],
): Shelf {
  const remaining = { ...remainingOf([{ ...left, weight: 1 }]), asked: questionNames(left, shop) };
  return {
    value,
    products,
    grade: products >= FEWEST_GRADED && judged >= QUESTIONS_ASKED ? gradeOf(remaining.reach.now) : null,
    first: first.slice(0, SHOWN_FIRST).map((attribute) => shop.attributes[attribute].name),
    remaining,
  };
}

/** The largest shelf first, those of small kinds together last. */
function named(shop: CanonicalCatalogue, by: number, values: readonly Shelf[]): Shelves {
  return {
    by: shop.attributes[by].name,
    values: [...values].sort(
      (left, right) =>
        Number(left.value === OTHER_KINDS) - Number(right.value === OTHER_KINDS) ||
        right.products - left.products ||
        compare(left.value, right.value),
    ),
  };
}

export function questionNames(
  { asked }: SegmentLeft,
  { attributes }: CanonicalCatalogue,
): NonNullable<Remaining['asked']> {
  const names = (indices: readonly number[]) => indices.map((index) => attributes[index].name);
  return { now: names(asked.now), complete: names(asked.complete) };
}

/** Number of attributes of which enough is recorded to judge them, and which tell products apart. */
export function judgedQuestions(questions: readonly GradedQuestion[]): number {
  return new Set(
    questions.filter(({ ranked, certain }) => ranked && certain > 0).map(({ attribute }) => attribute),
  ).size;
}
