import { figure } from '../../catalogue/figures.ts';
import { readNumber } from '../../catalogue/numbers/number-text.ts';
import type { Attribute } from '../../catalogue/types.ts';
import {
  CONSTANT_EVIDENCE,
  DOUBTING_EVIDENCE,
  DRAWN_EVIDENCE,
  FEW_WORDS,
  FEWEST_COMPARED_BEGINNINGS,
  FEWEST_CONSTANT,
  FEWEST_NUMBERS,
  HALF_TOLD_EVIDENCE,
  LEAST_BELIEVED,
  LEAST_LIKE,
  LEAST_SHARE,
  MIN_SHOWN_SHARE,
  MIN_TOLD_SHARE,
  MOST_PIECES_COMPARED,
  MOSTLY_WORDS,
  PARTIAL_COPY,
  SUPPORTING_EVIDENCE,
  SUPPORTING_EVIDENCE_PER_CELL,
  UNIFORM_EVIDENCE,
} from '../constants.ts';
import { cellLabel } from '../display/cell-label.ts';
import { bits, counted, percent } from '../message-format.ts';
import type { GradedClaim } from '../result.ts';
import type { AttributeComparison } from '../verify/attribute-comparison.ts';
import type { CellChanges } from '../verify/cell-changes.ts';
import { type ExportPair, idsChangedMessage } from '../verify/export-pairing.ts';
import { type Association, AssociationTest, NO_ASSOCIATION, robustLogRatio } from './association.ts';
import { exceedsEarlier } from './copies/agreement.ts';
import { copiedColumn } from './copies/copied-column.ts';
import { copiedPiece } from './copies/text-pieces.ts';
import { mergedValueReasons } from './merged-values.ts';
import { likeliestShare, type MixtureShare } from './mixture-share.ts';
import { type Novelty, noveltyOf, type Unseen, unseenIn } from './new-values/novelty.ts';
import { textContradiction } from './new-values/text-contradiction.ts';
import { unseenDecimals } from './new-values/unseen-decimals.ts';
import { areOfOneKind, isCatchAllCell, mayBeOneKind } from './one-value/single-value.ts';
import { type ProductContext, wordsIn } from './product-features.ts';
import {
  constantLogLikelihood,
  countsOf,
  endingsOf,
  ratioAgainstUniform,
  ratioAgainstUniformDigits,
} from './value-distribution.ts';

/** The evidence for and against a claim. */
export interface Evidence {
  readonly reasons: GradedClaim['reasons'];
  /** All new cells have one value although the recorded cells differ. */
  readonly isConstant: boolean;
  readonly isDoubtful: boolean;
  /**
   * Whether other columns speak for the claim. Also where one value fills all cells, and their products are of one kind.
   */
  readonly isSupported: boolean;
  /** Share of the new cells that are believed, 0 to 1. */
  readonly believed: number;
  /** Bounds of the share of the new cells that the export tells as well as the recorded ones. */
  readonly bounds: { readonly low: number; readonly high: number };
}

/** A reason against new cells. */
interface Doubt {
  readonly reason: Reason;
  /** Share of the new cells that it does not touch, 0 to 1. */
  readonly believed: number;
}

type Reason = GradedClaim['reasons'][number];

/** Weighs the new cells of one attribute against the recorded cells. */
export function evidenceOf(
  pair: ExportPair,
  difference: AttributeComparison,
  claims: number,
  context: ProductContext,
): Evidence {
  const { attribute, index, cells } = difference;
  const touched = [...cells.filled, ...cells.changed].sort((left, right) => left - right);
  const constant: Reason[] = [];
  const doubts: Doubt[] = [];
  let isSupported = false;
  let believed = 1;
  let bounds = { low: 0, high: 1 };
  if (touched.length > 0) {
    const trusted = trustedCells(attribute.before, attribute.after);
    const associations = new AssociationTest(pair, index, claims, context);
    // Titles and texts carry no bits, so they are never doubted.
    const isAsked = attribute.after.notQuestion === undefined;
    const association = isAsked
      ? associations.between(...learnedAndJudged(trusted, touched))
      : NO_ASSOCIATION;
    const isSingle = areAllAlike(attribute.after, cells.filled) && cells.changed.length === 0;
    const oneValue =
      isSingle &&
      isAsked &&
      trusted.length > 0 &&
      !isCatchAllCell(attribute.after, attribute.after.cell[touched[0]])
        ? { pair, index, touched, trusted, claims, context }
        : undefined;
    const isOneKind = oneValue !== undefined && areOfOneKind(oneValue);
    const { share, low, high } = association.share;
    // At least this share of the products was found to be of that one kind.
    bounds = isOneKind ? { low: LEAST_LIKE, high: 1 } : { low, high };
    const unseen = unseenIn(attribute.before, attribute.after, touched);
    isSupported = isOneKind || areSupported(association, isSingle, unseen);
    const gaps = attribute.missingBefore;
    const copied =
      copiedColumn(pair, index, touched, gaps, claims, context) ??
      copiedPiece(pair, index, touched, gaps, claims, context);
    if (copied !== undefined)
      doubts.push({
        reason: { code: 'copied_from_column', message: copied.message },
        believed: copied.believed,
      });
    const isTold = association.expected >= SUPPORTING_EVIDENCE;
    const mayBeOne = oneValue !== undefined && !isOneKind && mayBeOneKind(oneValue, isTold);
    if (mayBeOne) isSupported = false;
    else if (!isOneKind) {
      if (isSingle) constant.push(...constantIn(attribute.after, cells, trusted, association));
      doubts.unshift(
        ...newValues(attribute.before, attribute.after, touched, trusted, association, associations, context),
      );
      doubts.push(...independence(attribute.after, touched, trusted, association, isSupported));
      if (doubts.length === 0) believed = association.judged === 0 ? 1 : believedOf(association.share);
      // Nothing is believed of cells of which none may be true.
      else believed = association.judged > 0 && low === 0 ? 0 : share;
    }
    believed = doubts.reduce((least, doubt) => Math.min(least, doubt.believed), believed);
    if (believed < LEAST_BELIEVED) believed = 0;
  }
  return {
    reasons: [
      ...constant,
      ...doubts.map(({ reason }) => reason),
      ...placeholders(cells),
      ...mergedValueReasons(attribute.before, attribute.after, cells.changed),
      ...cleared(cells),
      ...productReasons(pair, index),
    ],
    isConstant: constant.length > 0,
    isDoubtful: doubts.length > 0,
    isSupported,
    believed: constant.length > 0 ? 0 : believed,
    bounds: { low: Math.min(bounds.low, believed), high: bounds.high },
  };
}

/**
 * Whether other columns speak for new cells: some of them are true, which is e⁴ times as likely as that all were drawn, and half
 * of them, if true, would be told from drawn ones; or two fifths are. The latter says nothing of the commonest value in all cells,
 * nor of words of titles that no cell had before, which these titles tell.
 */
function areSupported(
  { share: { low }, expected }: Association,
  isSingle: boolean,
  unseen: Unseen | undefined,
): boolean {
  const addsValues = unseen !== undefined && unseen.share > unseen.expected;
  return (
    (low > 0 && expected / 2 >= HALF_TOLD_EVIDENCE) || (low >= MIN_SHOWN_SHARE && !isSingle && !addsValues)
  );
}

/** Of cells that nothing contradicts: all if they are told as the recorded ones are, or if any share of them may be true. */
function believedOf({ share, low, high }: MixtureShare): number {
  return share >= LEAST_SHARE || (low === 0 && high === 1) ? 1 : share;
}

/** A column that is new has no witness but itself: one half of its cells is judged by the other. */
function learnedAndJudged(
  trusted: readonly number[],
  touched: readonly number[],
): [readonly number[], readonly number[]] {
  if (trusted.length > 0) return [trusted, touched];
  return [touched.filter((_, at) => at % 2 === 0), touched.filter((_, at) => at % 2 === 1)];
}

function areAllAlike({ cell }: Attribute, filled: readonly number[]): boolean {
  return filled.length >= FEWEST_CONSTANT && filled.every((product) => cell[product] === cell[filled[0]]);
}

/** Products whose cell is recorded and equal in both exports. */
function trustedCells(before: Attribute, after: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < before.cell.length; product++)
    if (before.cell[product] >= 0 && before.cell[product] === after.cell[product]) products.push(product);
  return products;
}

/** Filled cells with a single value, where true cells would hardly have one. */
function constantIn(
  after: Attribute,
  { filled, recordedBefore }: CellChanges,
  trusted: readonly number[],
  { ratio }: Association,
): Reason[] {
  const cell = after.cell[filled[0]];
  const { recorded } = countsOf(after, trusted, []);
  if (recordedBefore > 0 && constantLogLikelihood(recorded, cell, filled.length) + ratio > -CONSTANT_EVIDENCE)
    return [];
  const said = `All ${figure(filled.length)} filled cells say "${cellLabel(after, cell)}"`;
  const message = isCatchAllCell(after, cell)
    ? `${said}, which fits any product.`
    : recorded.size > 1
      ? `${said}; what was recorded before differs from product to product, and nothing else tells these products apart.`
      : recorded.size === 1
        ? `${said}; of what was recorded before, ${percent((recorded.get(cell) ?? 0) / trusted.length)} does.`
        : `${said}, and nothing else is recorded: a shopper cannot tell products by it.`;
  return [{ code: 'constant', message }];
}

/**
 * More new values than true cells would have, or numbers and words that are not written like the recorded
 * ones.
 */
function newValues(
  before: Attribute,
  after: Attribute,
  touched: readonly number[],
  trusted: readonly number[],
  association: Association,
  associations: AssociationTest,
  context: ProductContext,
): Doubt[] {
  const words = shareOfWords(after, touched);
  if (words > MOSTLY_WORDS && isMeasure(after, trusted)) {
    const message = `${percent(words)} of the new values are no numbers, as those recorded before are.`;
    return [{ reason: { code: 'new_values', message }, believed: 1 - words }];
  }
  const novelty = noveltyOf(before, after, touched);
  const beyond = novelty === undefined ? 0 : (novelty.share - novelty.expected) / (1 - novelty.expected);
  if (novelty !== undefined) {
    const contradicted = textContradiction(after, novelty.products, trusted, context);
    if (contradicted >= PARTIAL_COPY) {
      const cells = Math.round(contradicted * novelty.products.length);
      const message = `${figure(cells)} of ${counted(touched.length, 'new value', 'new values')} were never used as ${after.name} before, and titles or descriptions use them beside other values of it.`;
      return [
        { reason: { code: 'new_values', message }, believed: 1 - Math.max(beyond, cells / touched.length) },
      ];
    }
  }
  if (
    novelty !== undefined &&
    !areAssociated(novelty, touched, trusted, association, associations, after, context)
  ) {
    const many = touched.length;
    const wouldBe = Math.round(novelty.expected * many);
    const message = `${figure(novelty.products.length)} of ${counted(many, 'new value was', 'new values were')} never used as ${after.name} before; of true ones ${wouldBe === 0 ? 'hardly any' : `about ${figure(wouldBe)}`} would be new.`;
    const details = `${percent(novelty.share)} of the new values are new to the column; after what was recorded, ${percent(novelty.expected)} would be expected (Good and Turing).`;
    return [
      {
        reason: { code: 'new_values', message, details },
        believed: (1 - beyond) * association.share.share,
      },
    ];
  }
  if (after.kind === 'number') {
    const unseen = unseenDecimals(after, touched, trusted);
    if (
      unseen !== undefined &&
      association.judged > 0 &&
      likeliestShare(associations.between(trusted, unseen.products, touched).ratios) < MIN_TOLD_SHARE
    ) {
      const message = `${figure(unseen.products.length)} of ${counted(touched.length, 'new number has', 'new numbers have')} other decimals than all that were recorded before.`;
      const left = (1 - unseen.share) / (1 - unseen.expected);
      return [{ reason: { code: 'new_values', message }, believed: left }];
    }
    const endings = endingsOf(after, trusted, touched);
    const evidence = ratioAgainstUniformDigits(endings) + association.ratio;
    if (evidence < -UNIFORM_EVIDENCE) {
      const message = 'The new numbers end in any digit, as drawn ones do, and those recorded before do not.';
      const details = `A likelihood ratio of ${bits(evidence)} bits against numbers that end in any digit.`;
      return [{ reason: { code: 'new_values', message, details }, believed: 0 }];
    }
  }
  return [];
}

/** Share of the cells that are more than a number with its unit. */
function shareOfWords({ cell, cells, values }: Attribute, products: readonly number[]): number {
  const isNumber = new Map<number, boolean>();
  let words = 0;
  for (const product of products) {
    const own = cell[product];
    let known = isNumber.get(own);
    if (known === undefined) {
      known = cells[own].every((value) => readNumber(values[value].label) !== undefined);
      isNumber.set(own, known);
    }
    if (!known) words++;
  }
  return products.length === 0 ? 0 : words / products.length;
}

function isMeasure(attribute: Attribute, products: readonly number[]): boolean {
  const distinct = new Set(products.map((product) => attribute.cell[product]));
  return distinct.size >= FEWEST_NUMBERS && shareOfWords(attribute, products) < FEW_WORDS;
}

/**
 * Values can be new and true, for example if a whole brand was missing. Then texts contain them, or other
 * attributes predict which product has which new value. Where the cells with new values are too few or all
 * equal, the old values among the new cells can support them.
 */
function areAssociated(
  novelty: Novelty,
  touched: readonly number[],
  trusted: readonly number[],
  { ratio, weights }: Association,
  associations: AssociationTest,
  after: Attribute,
  context: ProductContext,
): boolean {
  const { products } = novelty;
  if (areTakenFromTexts(after, products, trusted, context)) return false;
  const own = associations.between(trusted, products, touched);
  const among = associations.among(products, weights);
  const isOld =
    own.ratio >= SUPPORTING_EVIDENCE ||
    (ratio >= SUPPORTING_EVIDENCE && own.ratio > SUPPORTING_EVIDENCE_PER_CELL * own.judged);
  if (!isOld && robustLogRatio(among) < SUPPORTING_EVIDENCE) return false;
  // Some true values among them are no evidence for the others.
  const ratios = isOld ? own.ratios : among;
  const isUntold = (each: number, at: number) => Math.max(each, among[at] ?? 0) <= 0;
  // Drawn cells are told by chance now and then, so that their count alone understates them.
  const untold = Math.max(
    ratios.filter(isUntold).length / ratios.length,
    1 - Math.max(isOld ? likeliestShare(own.ratios) : 0, likeliestShare(among)),
  );
  const expected = novelty.expected * (1 - toldOfSingles(after, trusted, associations));
  return untold * novelty.share - expected < PARTIAL_COPY * (1 - expected);
}

/**
 * The share of recorded cells with a value of their own that is told without them. So many of the new values that are
 * true are told, too.
 */
function toldOfSingles(after: Attribute, trusted: readonly number[], associations: AssociationTest): number {
  const held = new Int32Array(after.values.length);
  for (const product of trusted) for (const value of after.cells[after.cell[product]]) held[value]++;
  const isSingle = (product: number) => after.cells[after.cell[product]].some((value) => held[value] === 1);
  const singles = trusted.filter(isSingle);
  const others = trusted.filter((product) => !isSingle(product));
  return likeliestShare(associations.between(others, singles).ratios);
}

/**
 * Whether texts contain the cells much more often than they contain recorded ones. Words of a text predict any cell that
 * was cut out of it, so that they are no evidence for it.
 */
function areTakenFromTexts(
  after: Attribute,
  products: readonly number[],
  trusted: readonly number[],
  context: ProductContext,
): boolean {
  const contained = (of: readonly number[]) => {
    const sample = of.slice(0, MOST_PIECES_COMPARED);
    const alike = sample.filter((product) =>
      after.cells[after.cell[product]].every((value) => {
        const words = wordsIn(after.values[value].label);
        return words.length > 0 && words.every((word) => context.mentions(product, word));
      }),
    ).length;
    return { compared: sample.length, share: alike / Math.max(1, sample.length) };
  };
  const earlier = contained(trusted);
  if (earlier.compared < FEWEST_COMPARED_BEGINNINGS) return false;
  const now = contained(products);
  return now.share - earlier.share >= PARTIAL_COPY && exceedsEarlier(now, earlier);
}

function independence(
  after: Attribute,
  touched: readonly number[],
  trusted: readonly number[],
  { ratio, expected, judged, share, sources }: Association,
  isSupported: boolean,
): Doubt[] {
  // Cells that nothing tells are unproven at worst, unless something speaks against them.
  if (ratio < -DRAWN_EVIDENCE || share.evidence > (isSupported ? 0 : DOUBTING_EVIDENCE)) {
    const isOpen = share.low === 0 && share.high === 1;
    const fit = isOpen ? 'hardly any' : share.share === 0 ? 'none' : `only about ${percent(share.share)}`;
    const message = `The values recorded before go with ${namesInText(sources)}, and ${fit} of the new ones do.`;
    const details =
      `${isOpen ? 'The new values are too few to say how many of them fit' : `${estimated(share)} of the new values fit as well as the recorded ones`}: a likelihood ratio of ${bits(ratio)} bits ` +
      `against values drawn from the column, where ${judged} true ones would reach about ${bits(expected)}.`;
    return [{ reason: { code: 'independent_of_other_attributes', message, details }, believed: share.share }];
  }
  const counts = countsOf(after, trusted, touched);
  const evidence = ratioAgainstUniform(counts, counts.recorded.size) + ratio;
  if (counts.recorded.size > 1 && evidence < -UNIFORM_EVIDENCE) {
    const message =
      'Rare and frequent values are equally frequent among the new ones, as if they had been drawn by lot.';
    const details = `A likelihood ratio of ${bits(evidence)} bits against values drawn evenly.`;
    return [{ reason: { code: 'independent_of_other_attributes', message, details }, believed: 0 }];
  }
  return [];
}

/** A share with its bounds. */
function estimated({ share, low, high }: MixtureShare): string {
  return `${percent(share)} (${Math.round(100 * low)} to ${percent(high)})`;
}

function namesInText(sources: readonly string[]): string {
  const most = 4;
  if (sources.length <= most) return sources.join(', ');
  return `${sources.slice(0, most).join(', ')} and ${sources.length - most} more`;
}

function placeholders({ placeholders: count }: CellChanges): Reason[] {
  if (count === 0) return [];
  const message = `${counted(count, 'cell was', 'cells were')} filled with a placeholder, which records nothing.`;
  return [{ code: 'placeholders', message }];
}

function cleared({ cleared: count }: CellChanges): Reason[] {
  if (count === 0) return [];
  const message = `${counted(count, 'cell that was recorded is', 'cells that were recorded are')} empty now.`;
  return [{ code: 'cells_cleared', message }];
}

function productReasons(pair: ExportPair, index: number): Reason[] {
  const removed = pair.removed.length;
  if (removed === 0) return [];
  const renumbered = idsChangedMessage(pair);
  if (renumbered !== undefined) return [{ code: 'ids_changed', message: renumbered }];
  const lacking = pair.removedLacking[index];
  if (lacking === 0) return [];
  return [
    {
      code: 'products_dropped',
      message: `${counted(removed, 'product is', 'products are')} gone, ${figure(lacking)} of them without this attribute: dropping them is no repair.`,
    },
  ];
}
