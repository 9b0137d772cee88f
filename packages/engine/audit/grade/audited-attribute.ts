import { figure } from '../../catalogue/figures.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { onlyYes } from '../../catalogue/values/only-yes.ts';
import { narrowingFactor } from '../../information/decision-bits.ts';
import { type CanonicalCatalogue, compare } from '../canonical-order.ts';
import { COMPARED_CELLS, FEWEST_RECORDED } from '../constants.ts';
import type { AuditedAttribute } from '../result.ts';
import { toldFigure } from '../told-figure.ts';
import type { Segmentation } from './applicability.ts';
import { bestDerivation, possibleSources } from './functional-dependency.ts';
import { type ConfirmedDerivation, confirmedByKind } from './kind-agreement.ts';
import { breakEvenSessions, type RecordingProspect, recommendedAction } from './recommended-action.ts';
import type { GradedQuestion } from './segments.ts';

/** Input shared by the audits of all attributes. */
export interface AuditContext {
  readonly shop: CanonicalCatalogue;
  readonly segmentation: Segmentation;
  /** All products, the most useful ones to complete first. */
  readonly order: Int32Array;
  /** Group sizes by attribute. Filled on demand, so that each column is counted once. */
  readonly groupSizes: Map<Attribute, Int32Array>;
  /** Sessions that a recorded value serves before it is outdated, if the caller gave it. */
  readonly horizon: number | undefined;
}

/** What the attribute is worth if its empty cells mean no; undefined where they cannot. */
function emptyMayMeanNo(
  attribute: Attribute,
  gradedQuestions: readonly GradedQuestion[],
): AuditedAttribute['emptyMayMeanNo'] {
  const open = gradedQuestions.flatMap(({ ifNo, weight }) =>
    ifNo === undefined ? [] : [{ ...ifNo, weight }],
  );
  const says = onlyYes(attribute);
  if (open.length === 0 || says === undefined) return undefined;
  const sum = (of: (question: (typeof open)[number]) => number) =>
    open.reduce((total, question) => total + question.weight * of(question), 0);
  return { says, bits: sum(({ bits }) => bits) / sum(() => 1), threeQuestionGain: sum(({ gain }) => gain) };
}

export function auditedAttribute(
  index: number,
  gradedQuestions: readonly GradedQuestion[],
  { shop, segmentation, order, groupSizes, horizon }: AuditContext,
): AuditedAttribute {
  const attribute = shop.attributes[index];
  const products = shop.ids.length;
  const applies = applicabilityMask(segmentation, index);
  const { applicable, recorded, present } = counts(attribute, applies);
  const missing = applicable - recorded;
  const distinct = new Set(present.flatMap((cell) => attribute.cells[cell])).size;
  const enough = recorded > 0 && (missing === 0 || gradedQuestions.some(({ ranked }) => ranked));
  const evident = gradedQuestions.filter(({ evidence }) => evidence);
  const totalWeight = evident.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (question: GradedQuestion) => number) =>
    totalWeight === 0
      ? 0
      : evident.reduce((sum, question) => sum + question.weight * of(question), 0) / totalWeight;
  const now = mean((question) => question.now);
  // Where too little is recorded to judge by, nothing is promised.
  const complete = enough
    ? Math.max(
        now,
        mean((question) => question.complete),
      )
    : now;
  const total = (of: (question: GradedQuestion) => number) =>
    gradedQuestions.reduce((sum, question) => sum + question.weight * of(question), 0);
  const ofThree = total((question) => question.ofThree ?? 0);
  const substitute = enough ? bestSubstitute(gradedQuestions, shop) : undefined;
  const derivable =
    missing === 0 ? undefined : bestDerivationFor(shop, attribute, applies, gradedQuestions, groupSizes);
  const prospect: RecordingProspect = {
    worth: applicable === 0 ? 0 : (ofThree * products) / applicable,
    missing,
    derivable: derivable?.products ?? 0,
    unknown:
      missing === 0
        ? 0
        : gradedQuestions.reduce((sum, { unknown, missing: gone }) => sum + unknown * gone, 0) / missing,
  };
  const sessions = breakEvenSessions(prospect);
  const mayMeanNo = emptyMayMeanNo(attribute, gradedQuestions);
  return {
    attribute: attribute.name,
    kind: attribute.kind,
    priority: enough ? toldFigure(total((question) => question.joint)) : null,
    ...(enough && { threeQuestionGain: toldFigure(ofThree) }),
    bits: { now, complete, recoverable: toldFigure(complete - now) },
    narrowing: { now: narrowingFactor(now), complete: narrowingFactor(complete) },
    recorded,
    missing,
    placeholders: attribute.placeholders.length,
    distinct,
    ...(applicable === products || segmentation.by < 0
      ? {}
      : {
          appliesTo: {
            attribute: shop.attributes[segmentation.by].name,
            values: segmentsWith(segmentation, index),
          },
          notApplicable: products - applicable,
        }),
    ...(substitute === undefined ? {} : { bestSubstitute: substitute }),
    ...(derivable === undefined
      ? {}
      : {
          derivable: {
            products: derivable.products,
            from: derivable.from.name,
            precision: derivable.precision,
          },
        }),
    affectedProducts: affected(shop, order, attribute, applies),
    ...(enough
      ? {}
      : {
          abstained: {
            code: 'too_few_values',
            message: tooFewValues(
              attribute.name,
              recorded,
              applicable,
              segmentation.isUntold(index),
              distinct >= recorded,
            ),
          },
        }),
    ...(mayMeanNo === undefined ? {} : { emptyMayMeanNo: mayMeanNo }),
    ...(horizon === undefined || !enough
      ? {}
      : {
          ...(sessions === undefined ? {} : { breakEvenSessions: sessions }),
          action: recommendedAction(prospect, horizon),
        }),
  };
}

/** Per product 1 where the attribute applies. */
export function applicabilityMask(segmentation: Segmentation, index: number): Uint8Array {
  const inSegment = Uint8Array.from(segmentation.labels, (_, segment) =>
    segmentation.applies(index, segment) ? 1 : 0,
  );
  const applies = new Uint8Array(segmentation.segmentOf.length);
  for (let product = 0; product < applies.length; product++)
    applies[product] = inSegment[segmentation.segmentOf[product]];
  return applies;
}

function counts({ cell, cells }: Attribute, applies: Uint8Array) {
  // Counts are stored at cell + 1; entry 0 counts gaps.
  const held = new Int32Array(cells.length + 1);
  for (let product = 0; product < cell.length; product++) held[cell[product] + 1] += applies[product];
  let applicable = held[0];
  const present: number[] = [];
  for (let index = 0; index < cells.length; index++) {
    applicable += held[index + 1];
    if (held[index + 1] > 0) present.push(index);
  }
  const recorded = applicable - held[0];
  return { applicable, recorded, present };
}

/**
 * The attribute after whose answer the fewest recoverable bits remain, summed over all segments with their
 * weights.
 */
function bestSubstitute(
  gradedQuestions: readonly GradedQuestion[],
  shop: CanonicalCatalogue,
): { readonly attribute: string; readonly overlap: number } | undefined {
  const taken = new Map<number, number>();
  let whole = 0;
  for (const { substitute, complete, now, weight } of gradedQuestions) {
    const recoverable = complete - now;
    whole += recoverable * weight;
    if (substitute === undefined) continue;
    const less = Math.max(0, recoverable - substitute.left);
    taken.set(substitute.attribute, (taken.get(substitute.attribute) ?? 0) + less * weight);
  }
  let best: { readonly index: number; readonly bits: number } | undefined;
  for (const [index, bits] of taken) {
    if (best === undefined || bits > best.bits || (bits === best.bits && index < best.index))
      best = { index, bits };
  }
  if (best === undefined || whole <= 0) return undefined;
  return { attribute: shop.attributes[best.index].name, overlap: toldFigure(Math.min(1, best.bits / whole)) };
}

function bestDerivationFor(
  shop: CanonicalCatalogue,
  attribute: Attribute,
  applies: Uint8Array,
  gradedQuestions: readonly GradedQuestion[],
  groupSizes: Map<Attribute, Int32Array>,
): ConfirmedDerivation | undefined {
  const others = possibleSources(attribute, shop.attributes);
  const most = Math.max(
    4,
    Math.floor(COMPARED_CELLS / (shop.ids.length * Math.max(1, shop.attributes.length))),
  );
  const confirmed = (among: readonly Attribute[]) => {
    const best = bestDerivation(attribute, among, others.length, applies, groupSizes);
    return best === undefined ? undefined : confirmedByKind(attribute, best, shop.attributes, applies);
  };
  if (others.length <= most) return confirmed(others);
  const likely = new Set(
    gradedQuestions.flatMap(({ predictors }) => predictors.map((index) => shop.attributes[index])),
  );
  for (const other of others) if (likely.size < most) likely.add(other);
  return confirmed([...likely]);
}

function segmentsWith(segmentation: Segmentation, index: number): string[] {
  return segmentation.labels
    .flatMap((label, segment) =>
      label !== undefined && segmentation.sizes[segment] > 0 && segmentation.applies(index, segment)
        ? [{ label, segment }]
        : [],
    )
    .sort(
      (left, right) =>
        segmentation.sizes[right.segment] - segmentation.sizes[left.segment] ||
        compare(left.label, right.label),
    )
    .map(({ label }) => label);
}

function affected(
  shop: CanonicalCatalogue,
  order: Int32Array,
  { cell }: Attribute,
  applies: Uint8Array,
): string[] {
  let count = 0;
  for (let product = 0; product < cell.length; product++) if (cell[product] < 0) count += applies[product];
  const gone = new Array<string>(count);
  for (let at = 0, next = 0; next < count; at++) {
    const product = order[at];
    if (cell[product] < 0 && applies[product] === 1) gone[next++] = shop.ids[product];
  }
  return gone;
}

function tooFewValues(
  name: string,
  recorded: number,
  applicable: number,
  isUntold: boolean,
  areAllDifferent: boolean,
): string {
  if (recorded === 0) return `No product has ${name} recorded; so nothing can be said of it.`;
  const have = `${figure(recorded)} of ${figure(applicable)} products ${recorded === 1 ? 'has' : 'have'} ${name} recorded`;
  if (isUntold && recorded >= FEWEST_RECORDED)
    return `Only ${have}; so nobody can tell whether it applies to the others. If it does, declare it applicable.`;
  if (areAllDifferent && recorded >= FEWEST_RECORDED)
    return `Only ${have}, each with a value of its own; so nothing tells what the others would say.`;
  return recorded < FEWEST_RECORDED
    ? `Only ${have}; with fewer than ${FEWEST_RECORDED} values nothing can be said of the others.`
    : `${have}, but fewer than ${FEWEST_RECORDED} of any one kind; so nothing can be said of the others.`;
}
