import type { Attribute } from '../catalogue/types.ts';
import { type Mentions, mentions } from './claims-mentions.ts';
import { type Prediction, predict } from './claims-prediction.ts';
import type { Wording } from './claims-wording.ts';
import type { GradedClaim, ReasonCode } from './result.ts';
import type { Compared } from './verify.ts';
import type { Pair } from './verify-pairing.ts';

/** What speaks for and against a claim. */
export interface Evidence {
  readonly reasons: GradedClaim['reasons'];
  /** The new cells all say the same, although what is recorded does not. */
  readonly isConstant: boolean;
  readonly isDoubtful: boolean;
  /** Products without the attribute to which it does not apply. */
  readonly notApplicable: number;
}

/** New cells that are all alike by less than this chance are no accident. */
const NO_ACCIDENT = Math.log(0.02);
const STANDARD_ERRORS = 3.5;
const NEW_ERRORS = 2.5;

/** Weighs the new cells of one attribute against the recorded ones. */
export function evidenceOf(pair: Pair, difference: Compared, claims: number, wording: Wording): Evidence {
  const { attribute, index, cells } = difference;
  const reasons: { code: ReasonCode; message: string }[] = [];
  const touched = [...cells.filled, ...cells.changed].sort((left, right) => left - right);
  let isConstant = false;
  let isDoubtful = false;
  const doubt = (code: ReasonCode, message: string) => {
    isDoubtful = true;
    reasons.push({ code, message });
  };
  if (touched.length > 0) {
    const prediction = predict(pair, index, touched, claims);
    const constant = constantOf(attribute.after, cells.filled);
    if (constant !== undefined && (cells.recordedBefore === 0 || prediction.likelihood < NO_ACCIDENT)) {
      isConstant = true;
      reasons.push({
        code: 'constant',
        message: `All ${cells.filled.length} filled cells say "${constant}"; what was recorded before differs from product to product.`,
      });
    }
    const said = mentions(pair, index, touched, wording);
    const fresh = newValues(attribute.before, attribute.after, touched);
    const isMeasure = attribute.after.kind === 'number' || attribute.after.kind === 'date';
    if (
      fresh !== undefined &&
      (isMeasure || !(isReached(prediction) || (said !== undefined && isReached(said))))
    )
      doubt('new_values', fresh);
    const copied = copiedFrom(pair, index, touched, wording);
    if (copied !== undefined) doubt('copied_from_column', copied);
    const independent = independence(prediction, said);
    if (independent !== undefined) doubt('independent_of_other_attributes', independent);
  }
  if (cells.placeholders > 0) {
    reasons.push({
      code: 'placeholders',
      message: `${cells.placeholders} ${cells.placeholders === 1 ? 'cell was' : 'cells were'} filled with a placeholder, which records nothing.`,
    });
  }
  reasons.push(...merged(attribute.before, attribute.after, cells.changed));
  if (cells.cleared > 0) {
    reasons.push({
      code: 'cells_cleared',
      message: `${cells.cleared} ${cells.cleared === 1 ? 'cell that was recorded is' : 'cells that were recorded are'} empty now.`,
    });
  }
  reasons.push(...productReasons(pair, index));
  return { reasons, isConstant, isDoubtful, notApplicable: notApplicable(pair, index) };
}

/** The label that all new cells share; of a few cells nothing is said. */
function constantOf(after: Attribute, touched: readonly number[]): string | undefined {
  if (touched.length < 5) return undefined;
  const first = after.cell[touched[0]];
  if (touched.some((product) => after.cell[product] !== first)) return undefined;
  return labelOf(after, first);
}

function labelOf({ cells, values }: Attribute, cell: number): string {
  return cells[cell].map((value) => values[value].label).join(' | ');
}

/**
 * Whether most new values were never recorded before, and more of them than Good and Turing lead to expect: the share
 * of values recorded once is the chance that the next product shows a new one.
 */
function newValues(before: Attribute, after: Attribute, touched: readonly number[]): string | undefined {
  const held = new Float64Array(before.values.length);
  let recorded = 0;
  for (const cell of before.cell) {
    if (cell < 0) continue;
    for (const value of before.cells[cell]) held[value]++;
    recorded += before.cells[cell].length;
  }
  if (recorded === 0) return undefined;
  let once = 0;
  for (const count of held) if (count === 1) once++;
  let fresh = 0;
  let all = 0;
  for (const product of touched) {
    const values = after.cells[after.cell[product]];
    all += values.length;
    for (const value of values) if (held[value] === 0) fresh++;
  }
  const expected = (once + 1) / (recorded + 2);
  const error = Math.sqrt(expected * (1 - expected) * (1 / all + 1 / recorded));
  const share = fresh / all;
  // Further numbers and dates lie between those recorded; that most are new says less.
  const isMeasure = after.kind === 'number' || after.kind === 'date';
  if (
    share <= (isMeasure ? 0.7 + 0.3 * expected : 0.5 + 0.5 * expected) ||
    share <= expected + NEW_ERRORS * error
  )
    return undefined;
  return (
    `${percent(share)} of the new values were never recorded before; ` +
    `after what was recorded, about ${percent(expected)} would be expected.`
  );
}

/** A column that the new cells repeat, although the recorded ones do not. */
function copiedFrom(
  pair: Pair,
  index: number,
  touched: readonly number[],
  wording: Wording,
): string | undefined {
  if (touched.length < 5) return undefined;
  const { before, after } = pair.attributes[index];
  const own = wording.keysOf(after);
  const recorded = recordedProducts(before);
  for (let other = 0; other < pair.attributes.length; other++) {
    if (other === index) continue;
    const source = pair.attributes[other].after;
    const keys = wording.keysOf(source);
    // Most columns differ at once.
    const now = agreement(touched, after.cell, own, source.cell, keys, 0.1 * touched.length);
    // Both must speak of enough products; a column that is mostly empty cannot have been copied.
    if (now.compared < 0.8 * touched.length || now.share < 0.9) continue;
    const earlier = agreement(recorded, before.cell, own, source.cell, keys);
    const error = Math.sqrt((earlier.share * (1 - earlier.share) + 0.25 / now.compared) / now.compared);
    if (now.share - earlier.share < Math.max(0.2, STANDARD_ERRORS * error)) continue;
    return (
      `The new cells repeat "${pair.attributes[other].name}" in ${percent(now.share)} of the products; ` +
      `the recorded ones do in ${percent(earlier.share)}.`
    );
  }
  return undefined;
}

function recordedProducts({ cell }: Attribute): number[] {
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}

function agreement(
  products: readonly number[],
  own: Int32Array,
  ownKeys: readonly string[],
  other: Int32Array,
  otherKeys: readonly string[],
  mostDiffering = Infinity,
): { compared: number; share: number } {
  let compared = 0;
  let alike = 0;
  for (const product of products) {
    if (own[product] < 0 || other[product] < 0) continue;
    compared++;
    if (ownKeys[own[product]] === otherKeys[other[product]]) alike++;
    else if (compared - alike > mostDiffering) break;
  }
  return { compared, share: compared === 0 ? 0 : alike / compared };
}

/** Least natural log-likelihood ratio that true values should reach before their lack is held against a claim. */
const ENOUGH_EVIDENCE = 4;
/** Share of that ratio that values of other products still reach: what is missing is not always like what is not. */
const PREDICTED_AT_LEAST = 0.2;
/** New and recorded values from which on their likelihoods are known well enough to be held against each other. */
const ENOUGH_COMPARED = 20;
/** Natural log-likelihood by which new values may differ from recorded ones because they are those of other products. */
const LESS_LIKELY = 1.2;

/** Whether new values follow from other attributes, or are told by texts, as recorded ones are: true values of new groups do. */
function isReached({ ratio, expected }: { readonly ratio: number; readonly expected: number }): boolean {
  return expected >= ENOUGH_EVIDENCE && ratio >= 0.5 * expected;
}

function independence(prediction: Prediction, said: Mentions | undefined): string | undefined {
  const ratio = prediction.ratio + (said?.ratio ?? 0);
  const expected = prediction.expected + (said?.expected ?? 0);
  const error = Math.sqrt(prediction.error ** 2 + (said?.variance ?? 0));
  if (
    expected >= ENOUGH_EVIDENCE &&
    ratio < PREDICTED_AT_LEAST * expected &&
    expected - ratio > STANDARD_ERRORS * error
  ) {
    const from = [
      ...prediction.predictors.map((name) => `"${name}"`),
      ...(said === undefined ? [] : ["the products' own texts"]),
    ];
    return (
      `The recorded values can be told from ${from.join(', ')}, the new ones cannot: a likelihood ratio of ` +
      `${bits(ratio)} bits against independence, where true values would reach ${bits(expected)} \u00b1 ${bits(error)}.`
    );
  }
  const { meanOfNew, meanOfRecorded, meanError, compared } = prediction;
  const less = meanOfRecorded - meanOfNew;
  if (compared >= ENOUGH_COMPARED && less > Math.max(5 * meanError, LESS_LIKELY)) {
    return (
      `The recorded values lead to others: a new one is ${bits(less)} ± ${bits(meanError)} bits less likely than a recorded one ` +
      'that is left out and predicted from the rest.'
    );
  }
  return undefined;
}

/** Values that are gone because their products now say another one that was there before. */
function merged(
  before: Attribute,
  after: Attribute,
  changed: readonly number[],
): { code: ReasonCode; message: string }[] {
  if (changed.length === 0) return [];
  const heldBefore = tally(before);
  const heldAfter = tally(after);
  const moves = new Map<number, Map<number, number>>();
  for (const product of changed) {
    const from = before.cell[product];
    const to = after.cell[product];
    if (heldAfter[from] > 0 || heldBefore[to] === 0) continue;
    const ways = moves.get(from) ?? new Map<number, number>();
    ways.set(to, (ways.get(to) ?? 0) + 1);
    moves.set(from, ways);
  }
  const pairs: string[] = [];
  for (const [from, ways] of [...moves].sort(([a], [b]) => a - b)) {
    const [to, count] = [...ways].sort(([a, x], [b, y]) => y - x || a - b)[0];
    if (count >= 0.8 * heldBefore[from])
      pairs.push(`"${labelOf(before, from)}" into "${labelOf(before, to)}"`);
  }
  if (pairs.length === 0) return [];
  const named = pairs.slice(0, 3).join(', ') + (pairs.length > 3 ? ` and ${pairs.length - 3} more` : '');
  return [
    {
      code: 'values_merged',
      message: `Values were merged: ${named}. Shoppers can no longer tell them apart.`,
    },
  ];
}

function tally({ cell, cells }: Attribute): Float64Array {
  const held = new Float64Array(cells.length);
  for (const own of cell) if (own >= 0) held[own]++;
  return held;
}

function productReasons(pair: Pair, index: number): { code: ReasonCode; message: string }[] {
  const removed = pair.removed.length;
  if (removed === 0) return [];
  const added = pair.added.length;
  if (pair.ids.length < 0.5 * Math.min(pair.productsBefore, pair.productsAfter) && added > 0) {
    return [
      {
        code: 'ids_changed',
        message: `Only ${pair.ids.length} ids stand in both exports: ${removed} are gone and ${added} are new. Export both with the same ids.`,
      },
    ];
  }
  const lacking = pair.removedLacking[index];
  if (lacking === 0) return [];
  return [
    {
      code: 'products_dropped',
      message: `${removed} products are gone, ${lacking} of them without this attribute: dropping them is no repair.`,
    },
  ];
}

function notApplicable({ kinds, attributes }: Pair, index: number): number {
  if (kinds.by < 0 || kinds.by === index) return 0;
  const { before } = attributes[index];
  let count = 0;
  for (let product = 0; product < before.cell.length; product++) {
    if (before.cell[product] < 0 && !kinds.applies(index, kinds.of[product])) count++;
  }
  return count;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function bits(nats: number): string {
  return (nats / Math.LN2).toFixed(1);
}
