import { figure } from '../../catalogue/figures.ts';
import { readNumber } from '../../catalogue/numbers.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { bits, counted, percent } from '../message-format.ts';
import type { GradedClaim } from '../result.ts';
import type { Compared } from '../verify/attribute-comparison.ts';
import type { CellChanges } from '../verify/cell-changes.ts';
import { idsChanged, type Pair } from '../verify/export-pairing.ts';
import { NOTHING_TELLS, type Relation, Relations } from './association.ts';
import { copiedFrom } from './copied-column.ts';
import { labelOf, merged } from './merged-values.ts';
import type { ToldShare } from './mixture-share.ts';
import type { Surroundings } from './product-features.ts';
import {
  againstAnyDigit,
  againstEven,
  countsOf,
  endingsOf,
  likelihoodOfConstant,
  noveltyOf,
} from './value-distribution.ts';

/** What speaks for and against a claim. */
export interface Evidence {
  readonly reasons: GradedClaim['reasons'];
  /** The new cells all say the same, although what is recorded does not. */
  readonly isConstant: boolean;
  readonly isDoubtful: boolean;
  /** Whether true cells are likelier than drawn ones by far: where nothing tells, nothing contradicts either. */
  readonly isSupported: boolean;
}

type Reason = GradedClaim['reasons'][number];

/**
 * Natural log-likelihood ratios by which another origin of the new cells must be likelier than a true repair for a
 * claim to be doubted: drawn from the column without a look at the product …
 */
const DRAWN = 0.3;
/** … drawn from it in part, against a share that is mostly told … */
const PARTLY = 4;
/** … drawn evenly from its values, or from all digits … */
const EVENLY = 2.5;
/** … or all alike. */
const ALIKE = Math.log(3);
/** New cells fewer than this are never said to be all alike. */
const FEWEST_ALIKE = 5;
/**
 * A column of at least so many different numbers, with fewer words than this among them, measures something: letters
 * may be sizes beside a few numbers …
 */
const FEWEST_NUMBERS = 12;
const FEW_WORDS = 0.05;
/** … and is not repaired by cells of which more are words. */
const MOSTLY_WORDS = 0.5;
/** The ratio, true against drawn, from which new cells are supported, even where most were never recorded before. */
const SUPPORTED = 4;
/** The same of a single cell that is likelier true than drawn. */
const A_LITTLE = 0.2;

/** Weighs the new cells of one attribute against the recorded ones. */
export function evidenceOf(
  pair: Pair,
  difference: Compared,
  claims: number,
  surroundings: Surroundings,
): Evidence {
  const { attribute, index, cells } = difference;
  const touched = [...cells.filled, ...cells.changed].sort((left, right) => left - right);
  const constant: Reason[] = [];
  const doubts: Reason[] = [];
  let isSupported = false;
  if (touched.length > 0) {
    const trusted = trustedCells(attribute.before, attribute.after);
    const relations = new Relations(pair, index, claims, surroundings);
    // Of titles and texts no bits are counted, so none are doubted.
    const isAsked = attribute.after.notQuestion === undefined;
    const relation = isAsked ? relations.between(trusted, touched) : NOTHING_TELLS;
    isSupported = relation.ratio >= SUPPORTED;
    const copied = copiedFrom(pair, index, touched, claims, surroundings);
    constant.push(...constantIn(attribute.after, cells.filled, cells.recordedBefore, trusted, relation));
    doubts.push(
      ...newValues(attribute.before, attribute.after, touched, trusted, relation, relations),
      ...(copied === undefined ? [] : [{ code: 'copied_from_column' as const, message: copied }]),
      ...unrelated(attribute.after, touched, trusted, relation),
    );
  }
  return {
    reasons: [
      ...constant,
      ...doubts,
      ...placeholders(cells),
      ...merged(attribute.before, attribute.after, cells.changed),
      ...cleared(cells),
      ...productReasons(pair, index),
    ],
    isConstant: constant.length > 0,
    isDoubtful: doubts.length > 0,
    isSupported,
  };
}

/** Products of which both exports record the same. */
function trustedCells(before: Attribute, after: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < before.cell.length; product++)
    if (before.cell[product] >= 0 && before.cell[product] === after.cell[product]) products.push(product);
  return products;
}

/** Filled cells that are all alike, where true ones would hardly be. */
function constantIn(
  after: Attribute,
  filled: readonly number[],
  recordedBefore: number,
  trusted: readonly number[],
  { ratio }: Relation,
): Reason[] {
  if (filled.length < FEWEST_ALIKE) return [];
  const [first] = filled;
  const cell = after.cell[first];
  if (filled.some((product) => after.cell[product] !== cell)) return [];
  if (recordedBefore > 0) {
    const { recorded } = countsOf(after, trusted, []);
    if (likelihoodOfConstant(recorded, cell, filled.length) + ratio > -ALIKE) return [];
  }
  const message = `All ${figure(filled.length)} filled cells say "${labelOf(after, cell)}"; what was recorded before differs from product to product.`;
  return [{ code: 'constant', message }];
}

/** Values that were never recorded, in a number that true ones would not reach, or spelled as none is. */
function newValues(
  before: Attribute,
  after: Attribute,
  touched: readonly number[],
  trusted: readonly number[],
  relation: Relation,
  relations: Relations,
): Reason[] {
  const words = shareOfWords(after, touched);
  if (words > MOSTLY_WORDS && isMeasure(after, trusted)) {
    const message = `${percent(words)} of the new values are no numbers, as those recorded before are.`;
    return [{ code: 'new_values', message }];
  }
  const novelty = noveltyOf(before, after, touched);
  if (novelty !== undefined && !areTold(novelty.products, touched, trusted, relation, relations)) {
    const message =
      `${percent(novelty.share)} of the new values were never recorded before; ` +
      `after what was recorded, about ${percent(novelty.expected)} would be expected.`;
    return [{ code: 'new_values', message }];
  }
  if (after.kind === 'number') {
    const endings = endingsOf(after, trusted, touched);
    const evidence = againstAnyDigit(endings) + relation.ratio;
    if (evidence < -EVENLY) {
      const message = `The new numbers end in any digit, the recorded ones do not: a likelihood ratio of ${bits(evidence)} bits.`;
      return [{ code: 'new_values', message }];
    }
  }
  return [];
}

/** Share of the cells that hold more than a number with its unit. */
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
 * What is missing from a whole brand is new as well when it is true: then texts tell it, or other attributes tell the
 * new values from each other. Where they are too few for that, or all the same, the old values among the new cells may
 * speak for them.
 */
function areTold(
  products: readonly number[],
  touched: readonly number[],
  trusted: readonly number[],
  { ratio, weights }: Relation,
  relations: Relations,
): boolean {
  const own = relations.between(trusted, products, touched);
  if (own.ratio >= SUPPORTED || (ratio >= SUPPORTED && own.ratio > A_LITTLE * own.judged)) return true;
  return relations.among(products, weights) >= SUPPORTED;
}

function unrelated(
  after: Attribute,
  touched: readonly number[],
  trusted: readonly number[],
  { ratio, expected, judged, told, sources }: Relation,
): Reason[] {
  if (ratio < -DRAWN || told.evidence > PARTLY) {
    const message =
      `The recorded values can be told from ${listed(sources)}, but only about ${estimated(told)} of the new ones as well as they: a likelihood ratio of ` +
      `${bits(ratio)} bits against values drawn from the column, where ${judged} true ones would reach about ${bits(expected)}.`;
    return [{ code: 'independent_of_other_attributes', message }];
  }
  const counts = countsOf(after, trusted, touched);
  const evidence = againstEven(counts, counts.recorded.size) + ratio;
  if (counts.recorded.size > 1 && evidence < -EVENLY) {
    const message = `Rare and frequent values are equally frequent among the new ones, and nothing else tells them: a likelihood ratio of ${bits(evidence)} bits against values drawn evenly.`;
    return [{ code: 'independent_of_other_attributes', message }];
  }
  return [];
}

/** A share with its bounds. */
function estimated({ share, low, high }: ToldShare): string {
  return `${percent(share)} (${Math.round(100 * low)} to ${percent(high)})`;
}

function listed(sources: readonly string[]): string {
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

function productReasons(pair: Pair, index: number): Reason[] {
  const removed = pair.removed.length;
  if (removed === 0) return [];
  const renumbered = idsChanged(pair);
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
