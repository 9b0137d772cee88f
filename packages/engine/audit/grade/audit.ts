import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { recognisedShelves } from '../../catalogue/shelves/recognised-shelves.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type CanonicalCatalogue, compare, toCanonical } from '../canonical-order.ts';
import { SOURCE_TRUST } from '../constants.ts';
import { shownAttribute } from '../display/shown-attribute.ts';
import { titlesOf } from '../display/titles.ts';
import { marketplaceFindings } from '../findings/findings.ts';
import { lackingFacts } from '../lacking/lacking.ts';
import type { Repeat } from '../repeats/merged-columns.ts';
import { factsOf } from '../repeats/recoded-columns.ts';
import { withRepeatsMerged } from '../repeats/repeated-columns.ts';
import type { AuditedAttribute, AuditOptions, AuditResult, Remaining } from '../result.ts';
import { expectedFacts } from '../shelves/expected-facts.ts';
import type { SpellingGroup } from '../spellings/spelling-group.ts';
import { spellingProposals } from '../spellings/spellings.ts';
import { answerability } from './answerability.ts';
import { findSegmentation, refuseUnknownAttributes, type Segmentation, shelvesOf } from './applicability.ts';
import { type AuditContext, applicabilityMask, auditedAttribute } from './audited-attribute.ts';
import { leastDistinguishableFirst } from './distinguishability.ts';
import { mayMeanNo, withEmptyCellsSaid } from './empty/empty-cells.ts';
import { METHOD } from './method.ts';
import { whyUnjudged } from './remaining/judgeable.ts';
import { gradeOf, remainingOf } from './remaining/remaining.ts';
import { gradedShelves, judgedQuestions, questionNames, shelvesWithin } from './remaining/shelf-summaries.ts';
import { type GradedSegment, gradeSegment, segmentsOf } from './segments.ts';

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
  const [answered] = withEmptyCellsSaid([catalogue], options);
  const inOrder = toCanonical(answered);
  const { catalogue: shop, repeats } = withRepeatsMerged(inOrder);
  const products = shop.ids.length;
  refuseUnknownAttributes(catalogue.attributes, options.applies);
  const segmentation = findSegmentation(shop.attributes, products, options.applicable ?? [], options.applies);
  const segments = segmentsOf(shop, segmentation);
  const open = new Set(
    shop.attributes.flatMap((own, index) => (isRecordable(own) && mayMeanNo(own, options) ? [index] : [])),
  );
  const facts = factsOf(
    shop.attributes.map((attribute) => [attribute]),
    segmentation.by,
  );
  const graded: GradedSegment[] = [];
  onProgress?.(0, products);
  let done = 0;
  for (const segment of segments) {
    const withUncertainty = options.amortisationHorizon !== undefined;
    graded.push(gradeSegment(segment, products, trust, withUncertainty, open, facts));
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
  const spellings = spellingProposals(shop);
  const questionsOf = Map.groupBy(
    graded.flatMap(({ questions }) => questions),
    ({ attribute }) => attribute,
  );
  const titles = titlesOf(catalogue);
  const titleColumn = shop.attributes.find(({ name }) => name === titles?.column);
  const recognised = recognisedShelves(shop, titleColumn, options.category);
  const lacking = lackingFacts(shop, segmentation, catalogue.idColumn, recognised.shelfOf);
  const known = expectedFacts(recognised, shop.attributes, lacking);
  const findings = marketplaceFindings({ ...catalogue, ...inOrder }, titles);
  const standardErrors: number[] = [];
  const attributes = shop.attributes.flatMap((attribute, index) => {
    if (!isRecordable(attribute)) return [];
    const gradedQuestions = questionsOf.get(index) ?? [];
    standardErrors.push(
      Math.hypot(...gradedQuestions.map(({ standardError, weight }) => standardError * weight)),
    );
    const audited = withRepeats(auditedAttribute(index, gradedQuestions, auditContext), repeats);
    const applies = applicabilityMask(segmentation, index);
    const shown = shownAttribute(audited, attribute, applies, titles, shop, auditContext.order);
    return [withSpellings(shown, spellings.get(attribute.name))];
  });
  attributes.sort(
    (left, right) =>
      (right.priority ?? -1) - (left.priority ?? -1) ||
      (right.threeQuestionGain ?? -1) - (left.threeQuestionGain ?? -1) ||
      compare(left.attribute, right.attribute),
  );
  const share = answerability(graded.flatMap(({ answered }) => answered));
  const shelves = shelvesIn(shop, segmentation, graded, trust);
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
    ...emptyAsSaid(shop.attributes, options),
    ...(open.size === 0 ? {} : { ifEmptyMeansNo: gradeIfNo(graded, shop, attributes) }),
    ...(reason === undefined && isComplete ? { allRecorded: true } : {}),
    products,
    shelfBits: products > 0 ? Math.log2(products) : 0,
    attributes,
    ...(shelves === undefined ? {} : { shelves }),
    notQuestions: shop.attributes
      .filter((attribute) => !isRecordable(attribute))
      .map(({ name, notQuestion, notRecordable, translationOf }) => ({
        attribute: name,
        reason: (notQuestion ?? notRecordable)!,
        ...(translationOf === undefined ? repeatOf(name, repeats) : { of: translationOf }),
      })),
    ...(lacking.length === 0 ? {} : { lacking }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(known === undefined ? {} : { knownShelves: known }),
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

/** The grade if the empty cells of facts mean no that only ever say yes. */
function gradeIfNo(
  graded: readonly GradedSegment[],
  shop: CanonicalCatalogue,
  attributes: readonly AuditedAttribute[],
): NonNullable<AuditResult['ifEmptyMeansNo']> {
  const products = shop.ids.length;
  const questions = graded
    .flatMap((segment) => segment.questions)
    .map((question) =>
      question.ifNo === undefined ? question : { ...question, ranked: true, certain: question.ifNo.bits },
    );
  const left = graded.map(({ leftIfNo, ...own }) =>
    leftIfNo === undefined ? own : { ...own, left: leftIfNo },
  );
  const remaining = remainingOfShop(left, products, shop);
  const reason = whyUnjudged(products, shop.attributes, attributes.length, judgedQuestions(questions));
  return {
    attributes: attributes.flatMap((own) => (own.emptyMayMeanNo === undefined ? [] : [own.attribute])),
    grade: reason === undefined ? gradeOf(remaining.reach.now) : null,
    remaining,
  };
}

function emptyAsSaid(
  attributes: CanonicalCatalogue['attributes'],
  { emptyMeansNo = [] }: AuditOptions,
): Pick<AuditResult, 'emptyMeansNo'> {
  if (emptyMeansNo.length === 0) return {};
  const said = new Set(emptyMeansNo.map((name) => name.toLowerCase()));
  return {
    emptyMeansNo: attributes.flatMap(({ name }) => (said.has(name.toLowerCase()) ? [name] : [])),
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

function shelvesIn(
  shop: CanonicalCatalogue,
  segmentation: Segmentation,
  graded: readonly GradedSegment[],
  trust: number,
): AuditResult['shelves'] {
  if (segmentation.by >= 0) return gradedShelves(shop, segmentation, graded);
  const division = shelvesOf(shop.attributes, shop.ids.length);
  const whole = graded.find((segment) => segment.whole !== undefined);
  if (division === undefined || whole?.whole === undefined) return undefined;
  return shelvesWithin(shop, division, whole.whole, whole.questions, trust);
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
    ...(shelves.length === 1 ? { asked: questionNames(shelves[0], shop) } : {}),
  };
}
