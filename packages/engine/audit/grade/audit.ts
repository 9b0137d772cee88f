import { isRecordable } from '../../catalogue/columns/recordability.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type CanonicalCatalogue, compare, toCanonical } from '../canonical-order.ts';
import { QUESTIONS_ASKED, SOURCE_TRUST } from '../constants.ts';
import { shownAttribute } from '../display/shown-attribute.ts';
import { titlesOf } from '../display/titles.ts';
import { type Repeat, withRepeatsMerged } from '../repeats/repeated-columns.ts';
import type { AuditedAttribute, AuditOptions, AuditResult } from '../result.ts';
import { answerability, gradeOf } from './answerability.ts';
import { findSegmentation, type Segmentation } from './applicability.ts';
import { type AuditContext, applicabilityMask, auditedAttribute } from './audited-attribute.ts';
import { leastDistinguishableFirst } from './distinguishability.ts';
import { METHOD } from './method.ts';
import { type GradedQuestion, type GradedSegment, gradeSegment, segmentsOf } from './segments.ts';

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
    return [shownAttribute(audited, attribute, applicabilityMask(segmentation, index), titles)];
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
  const isGraded = share !== null && judged >= QUESTIONS_ASKED;
  const reason = share === null ? nothingToGrade(products, attributes) : tooFewQuestions(judged);
  return {
    grade: isGraded ? gradeOf(share) : null,
    ...(isGraded ? {} : { gradeReason: reason }),
    ...(action === undefined ? {} : { action }),
    answerability: share,
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
  const values = graded.flatMap(({ segment, products, questions }) => {
    const label = segmentation.labels[segment];
    if (label === undefined) return [];
    const own = questions.filter(({ attribute }) => attribute !== segmentation.by);
    const share = answerability(own);
    const first = own
      .filter(({ priority }) => priority !== undefined && priority > 0)
      .sort((left, right) => right.priority! - left.priority! || left.attribute - right.attribute)
      .slice(0, 3)
      .map(({ attribute }) => shop.attributes[attribute].name);
    return [
      {
        value: label,
        products: products.length,
        grade: share === null || judgedQuestions(own) < QUESTIONS_ASKED ? null : gradeOf(share),
        first,
      },
    ];
  });
  values.sort((left, right) => right.products - left.products || compare(left.value, right.value));
  return { by: shop.attributes[segmentation.by].name, values };
}

/** Number of attributes of which enough is recorded to judge them, and which tell products apart. */
function judgedQuestions(questions: readonly GradedQuestion[]): number {
  return new Set(
    questions.filter(({ ranked, certain }) => ranked && certain > 0).map(({ attribute }) => attribute),
  ).size;
}

function tooFewQuestions(judged: number): { code: string; message: string } {
  return {
    code: 'too_few_questions',
    message: `A shopper asks ${QUESTIONS_ASKED} questions, and of ${judged === 0 ? 'no' : `only ${judged}`} ${judged === 1 ? 'attribute' : 'attributes'} enough is recorded to judge; so there is no grade.`,
  };
}

function nothingToGrade(
  products: number,
  attributes: readonly AuditedAttribute[],
): { code: string; message: string } {
  if (products === 0)
    return {
      code: 'no_products',
      message: 'There are no products: this export has a header row and nothing below it.',
    };
  return attributes.length === 0
    ? {
        code: 'no_questions',
        message: 'No column of this export is one that a shopper could be asked about.',
      }
    : { code: 'nothing_recorded', message: 'No attribute has enough recorded to decide anything.' };
}
