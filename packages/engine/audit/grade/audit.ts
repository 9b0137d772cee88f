import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type CanonicalCatalogue, compare, toCanonical } from '../canonical-order.ts';
import { FEWEST_GRADED, QUESTIONS_ASKED, SOURCE_TRUST } from '../constants.ts';
import { shownAttribute } from '../display/shown-attribute.ts';
import { titlesOf } from '../display/titles.ts';
import { lackingFacts } from '../lacking/lacking.ts';
import { type Repeat, withRepeatsMerged } from '../repeats/repeated-columns.ts';
import type { AuditedAttribute, AuditOptions, AuditResult, Remaining } from '../result.ts';
import type { SpellingGroup } from '../spellings/spelling-group.ts';
import { spellingProposals } from '../spellings/spellings.ts';
import { answerability } from './answerability.ts';
import { findSegmentation, type Segmentation } from './applicability.ts';
import { type AuditContext, applicabilityMask, auditedAttribute } from './audited-attribute.ts';
import { leastDistinguishableFirst } from './distinguishability.ts';
import { METHOD } from './method.ts';
import { whyUnjudged } from './remaining/judgeable.ts';
import { gradeOf, remainingOf } from './remaining/remaining.ts';
import {
  type GradedQuestion,
  type GradedSegment,
  gradeSegment,
  type SegmentLeft,
  segmentsOf,
} from './segments.ts';

/**
 * Grades a catalogue: which attributes are worth recording, in bits of decision information, and which
 * products lack them. The result does not depend on the order of rows and columns.
 *
 * @param onProgress receives the products graded so far and the products to grade.
 *
 * @example
 * audit(interpret(readTable(csv)), { source: 'merchant' }).attributes[0]; // the attribute to record first
 */
export function audit(
  catalogue: Catalogue,
  options: AuditOptions = {},
  onProgress?: (done: number, total: number) => void,
): AuditResult {
  const source = options.source ?? 'merchant';
  const trust = SOURCE_TRUST[source];
  const { catalogue: shop, repeats } = withRepeatsMerged(toCanonical(catalogue));
  const products = shop.ids.length;
  const segmentation = findSegmentation(shop.attributes, products, options.applicable ?? [], options.applies);
  const segments = segmentsOf(shop, segmentation);
  const graded: GradedSegment[] = [];
  onProgress?.(0, products);
  let done = 0;
  for (const segment of segments) {
    graded.push(gradeSegment(segment, products, trust, options.amortisationHorizon !== undefined));
    done += segment.products.length;
    onProgress?.(done, products);
  }
  const auditContext: AuditContext = {
    shop,
    segmentation,
    order: mostUsefulFirst(shop, graded),
    groupSizes: new Map(),
    horizon: options.amortisationHorizon,
  };
  const titles = titlesOf(catalogue);
  const spellings = spellingProposals(shop);
  const lacking = lackingFacts(shop, segmentation, catalogue.idColumn);
  const standardErrors: number[] = [];
  const attributes = shop.attributes.flatMap((attribute, index) => {
    if (!isRecordable(attribute)) return [];
    const gradedQuestions = graded.flatMap(({ questions }) =>
      questions.filter((question) => question.attribute === index),
    );
    standardErrors.push(
      Math.hypot(...gradedQuestions.map(({ standardError, weight }) => standardError * weight)),
    );
    const audited = withRepeats(auditedAttribute(index, gradedQuestions, auditContext), repeats);
    const shown = shownAttribute(audited, attribute, applicabilityMask(segmentation, index), titles);
    return [withSpellings(shown, spellings.get(attribute.name))];
  });
  attributes.sort(
    (left, right) =>
      (right.priority ?? -1) - (left.priority ?? -1) || compare(left.attribute, right.attribute),
  );
  const share = answerability(
    graded.flatMap(({ questions }) =>
      questions.map(({ now, certain, weight }) => ({ now: now * weight, certain: certain * weight })),
    ),
  );
  const action = attributes[0]?.action;
  const judged = judgedQuestions(graded.flatMap(({ questions }) => questions));
  const reason = whyUnjudged(products, shop.attributes, attributes.length, share === null ? 0 : judged);
  const remaining = remainingOfShop(graded, products, shop);
  const isComplete = attributes.every(({ missing }) => missing === 0);
  return {
    grade: reason === undefined ? gradeOf(remaining.reach.now) : null,
    ...(reason === undefined ? {} : { gradeReason: reason }),
    ...(action === undefined ? {} : { action }),
    answerability: share,
    ...(products === 0 ? {} : { remaining }),
    ...(reason === undefined && isComplete ? { allRecorded: true } : {}),
    products,
    shelfBits: products > 0 ? Math.log2(products) : 0,
    attributes,
    ...(segmentation.by < 0 ? {} : { shelves: segmentSummaries(shop, segmentation, graded) }),
    notQuestions: shop.attributes
      .filter((attribute) => !isRecordable(attribute))
      .map(({ name, notQuestion, notRecordable }) => ({
        attribute: name,
        reason: (notQuestion ?? notRecordable)!,
        ...repeatOf(name, repeats),
      })),
    ...(lacking.length === 0 ? {} : { lacking }),
    source,
    trust,
    method: {
      ...METHOD,
      draws: graded.reduce((fewest, { draws }) => Math.min(fewest, draws), graded[0]?.draws ?? 0),
      standardError: standardErrors.reduce((most, error) => Math.max(most, error), 0),
    },
    ...(catalogue.warnings.length === 0 ? {} : { warnings: catalogue.warnings }),
  };
}

function withRepeats(attribute: AuditedAttribute, repeats: readonly Repeat[]): AuditedAttribute {
  const own = repeats.filter(({ of }) => of === attribute.attribute);
  if (own.length === 0) return attribute;
  return {
    ...attribute,
    repeatedBy: own.map(({ attribute: name, filled }) => ({ attribute: name, filled })),
  };
}

function withSpellings(
  attribute: AuditedAttribute,
  spellings: readonly SpellingGroup[] | undefined,
): AuditedAttribute {
  return spellings === undefined ? attribute : { ...attribute, spellings };
}

function repeatOf(name: string, repeats: readonly Repeat[]): { readonly of?: string } {
  const repeat = repeats.find(({ attribute }) => attribute === name);
  return repeat === undefined ? {} : { of: repeat.of };
}

/** All products, ordered by how many other products they cannot be distinguished from, most first. */
function mostUsefulFirst(shop: CanonicalCatalogue, graded: readonly GradedSegment[]): Int32Array {
  const among = new Float64Array(shop.ids.length);
  for (const { products, indistinct } of graded) {
    for (let at = 0; at < products.length; at++) among[products[at]] = indistinct[at];
  }
  return leastDistinguishableFirst(among);
}

function segmentSummaries(
  shop: CanonicalCatalogue,
  segmentation: Segmentation,
  graded: readonly GradedSegment[],
): NonNullable<AuditResult['shelves']> {
  const values = graded.flatMap(({ segment, products, questions, left }) => {
    const label = segmentation.labels[segment];
    if (label === undefined || left === undefined) return [];
    const own = questions.filter(({ attribute }) => attribute !== segmentation.by);
    const remaining = { ...remainingOf([{ ...left, weight: 1 }]), asked: namesOf(left, shop) };
    const first = own
      .filter(({ priority }) => priority !== undefined && priority > 0)
      .sort((left, right) => right.priority! - left.priority! || left.attribute - right.attribute)
      .slice(0, 3)
      .map(({ attribute }) => shop.attributes[attribute].name);
    return [
      {
        value: label,
        products: products.length,
        grade: isJudgeable(products.length, own) ? gradeOf(remaining.reach.now) : null,
        first,
        remaining,
      },
    ];
  });
  values.sort((left, right) => right.products - left.products || compare(left.value, right.value));
  return { by: shop.attributes[segmentation.by].name, values };
}

function remainingOfShop(
  graded: readonly GradedSegment[],
  products: number,
  shop: CanonicalCatalogue,
): Remaining {
  const shelves = graded.flatMap(({ left, products: { length } }) =>
    left === undefined ? [] : [{ ...left, weight: length / products }],
  );
  return {
    ...remainingOf(shelves),
    ...(shelves.length === 1 ? { asked: namesOf(shelves[0], shop) } : {}),
  };
}

function namesOf(
  { asked }: SegmentLeft,
  { attributes }: CanonicalCatalogue,
): NonNullable<Remaining['asked']> {
  const names = (indices: readonly number[]) => indices.map((index) => attributes[index].name);
  return { now: names(asked.now), complete: names(asked.complete) };
}

/** Whether a shelf can be graded, in a shop that can. */
function isJudgeable(products: number, questions: readonly GradedQuestion[]): boolean {
  return products >= FEWEST_GRADED && judgedQuestions(questions) >= QUESTIONS_ASKED;
}

/** Number of attributes of which enough is recorded to judge them, and which tell products apart. */
function judgedQuestions(questions: readonly GradedQuestion[]): number {
  return new Set(
    questions.filter(({ ranked, certain }) => ranked && certain > 0).map(({ attribute }) => attribute),
  ).size;
}
