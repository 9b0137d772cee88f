import { isRecorded } from '../../primitives/cell-counts.ts';
import {
  AGREEING_REPEATS,
  FEWEST_REPEATED,
  FEWEST_REPEATED_NUMBERS,
  LEAST_COMMON,
  RATIO_TOLERANCE,
} from '../constants.ts';
import { type Comparable, EMPTY, type PlainTexts, plain } from './comparable-column.ts';

/** Whether two columns hold the same fact, by their names and by the products that have both. */
export function areSame(kept: Comparable, other: Comparable, texts: PlainTexts): boolean {
  const [left, right] = [kept.attribute.kind, other.attribute.kind];
  if ((left === 'boolean') !== (right === 'boolean') || (left === 'date') !== (right === 'date'))
    return false;
  const named = kept.name === other.name;
  const lastLevels = haveLastLevels(texts);
  const areNumbers = left === 'number' && right === 'number';
  // Nearly all pairs end here, after a few products.
  if (!named && !areNumbers && (left === 'boolean' || !mayAgree(kept, other, lastLevels))) return false;
  if (areNumbers && !named && haveManyRatios(kept, other)) return false;
  const both = other.products.filter((product) => kept.attribute.cell[product] >= 0);
  // Hardly a product has both: only their names can tell.
  if (both.length < FEWEST_REPEATED)
    return (
      named &&
      kept.words.size > 0 &&
      left === right &&
      (kept.written === other.written || shareValues(kept, other))
    );
  if (areNumbers) return haveOneRatio(kept, other, both, named);
  if (left === 'boolean') return named && agree(kept, other, both, equalTexts);
  if (agree(kept, other, both, equalTexts) && (named || distinctTexts(other, both) >= FEWEST_REPEATED))
    return true;
  if (agree(kept, other, both, lastLevels) && distinctTexts(other, both) >= FEWEST_REPEATED) return true;
  // Tags unite spellings of their labels, so that only the labels imply their tags.
  return (
    named &&
    kept.words.size > 0 &&
    both.length >= LEAST_COMMON * other.products.length &&
    (imply(kept, other, both) || imply(other, kept, both))
  );
}

/** Whether not too many products differ for either column to repeat the other by its texts. */
function mayAgree(kept: Comparable, other: Comparable, lastLevels: Fits): boolean {
  const { cell } = kept.attribute;
  const { cell: otherCell } = other.attribute;
  let against = Math.floor((1 - AGREEING_REPEATS) * other.products.length);
  for (const product of other.products) {
    const own = cell[product];
    if (own < 0) continue;
    const its = otherCell[product];
    // A call for each of so many cells would take as long as all the rest.
    const text = kept.known[own] < 0 ? kept.text(own) : kept.known[own];
    const otherText = other.known[its] < 0 ? other.text(its) : other.known[its];
    if (!equalTexts(text, otherText) && !lastLevels(text, otherText) && against-- === 0) return false;
  }
  return true;
}

/** Whether columns without common products have common values. Few values prove nothing. */
function shareValues(left: Comparable, right: Comparable): boolean {
  if (left.attribute.kind === 'number' || left.attribute.kind === 'boolean') return true;
  const [few, many] = [left, right]
    .map(({ attribute }) => new Set(attribute.values.map(({ label }) => plain(label))))
    .sort((a, b) => a.size - b.size);
  const common = [...few].filter((label) => many.has(label)).length;
  return common > 0 || few.size < FEWEST_REPEATED;
}

/** Whether two numbered texts fit. */
type Fits = (left: number, right: number) => boolean;

const equalTexts: Fits = (left, right) => left === right && left !== EMPTY;

/** Whether one text is the last level of the other one's path; `plain` has turned its signs into spaces. */
const haveLastLevels =
  ({ texts, areLong }: PlainTexts): Fits =>
  (left, right) =>
    left !== EMPTY &&
    right !== EMPTY &&
    left !== right &&
    (areLong[left] || areLong[right]) &&
    (texts[left].length > texts[right].length
      ? isLastLevel(texts[right], texts[left])
      : isLastLevel(texts[left], texts[right]));

const isLastLevel = (text: string, path: string): boolean =>
  path.charCodeAt(path.length - text.length - 1) === BLANK && path.endsWith(text);

const BLANK = ' '.charCodeAt(0);

function agree(kept: Comparable, other: Comparable, both: readonly number[], fits: Fits): boolean {
  let against = Math.floor((1 - AGREEING_REPEATS) * both.length);
  for (const product of both) {
    if (
      !fits(kept.text(kept.attribute.cell[product]), other.text(other.attribute.cell[product])) &&
      against-- === 0
    )
      return false;
  }
  return true;
}

function distinctTexts({ attribute: { cell } }: Comparable, products: readonly number[]): number {
  return new Set(products.map((product) => cell[product])).size;
}

/**
 * Whether products with one value of `left` have one of `right`, where at least two products have it: "black" is
 * "schwarz" of all. Products that have the same word in both agree too, if the others have a word of no other value.
 */
function imply(left: Comparable, right: Comparable, both: readonly number[]): boolean {
  const groups = Map.groupBy(both, (product) => left.attribute.cell[product]);
  const words = new Set([...groups.keys()].map((own) => left.text(own)));
  let grouped = 0;
  let agreeing = 0;
  let several = 0;
  for (const [own, products] of groups) {
    if (products.length < 2) continue;
    const counts = new Map<number, number>();
    for (const product of products) {
      const cell = right.attribute.cell[product];
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
    }
    const text = left.text(own);
    let most = 0;
    let same = 0;
    let mostOther = 0;
    for (const [cell, count] of counts) {
      const other = right.text(cell);
      most = Math.max(most, count);
      if (equalTexts(text, other)) same += count;
      else if (!words.has(other)) mostOther = Math.max(mostOther, count);
    }
    several++;
    grouped += products.length;
    agreeing += Math.max(most, same + mostOther);
  }
  return several >= 2 && grouped >= 2 * FEWEST_REPEATED && agreeing >= AGREEING_REPEATS * grouped;
}

/**
 * Whether two numbers are one in different units. Equal numbers (a height and a width) need a common word in their
 * names.
 */
function haveOneRatio(kept: Comparable, other: Comparable, both: readonly number[], named: boolean): boolean {
  const ratio = ratioOf(kept, other);
  if (Number.isNaN(ratio)) return false;
  const isEqual = Math.abs(ratio - 1) <= RATIO_TOLERANCE;
  if (isEqual && !named && ![...kept.words].some((word) => other.words.has(word))) return false;
  const numberOf = (product: number): number => kept.numbers![kept.attribute.cell[product]];
  const most = spreadOf(both.map(numberOf)) / 2;
  let compared = 0;
  let agreeing = 0;
  const distinct = new Set<number>();
  for (const product of both) {
    const quotient = quotientAt(kept, other, product);
    if (Number.isNaN(quotient)) continue;
    compared++;
    const apart = Math.abs(quotient / ratio - 1);
    // All years are nearly equal: what differs has to be small beside what differs among products, too.
    if (apart > RATIO_TOLERANCE || apart * Math.abs(numberOf(product)) > most) continue;
    agreeing++;
    distinct.add(kept.attribute.cell[product]);
  }
  const enough = named ? FEWEST_REPEATED : FEWEST_REPEATED_NUMBERS;
  return distinct.size >= enough && agreeing >= AGREEING_REPEATS * compared;
}

/** The mean distance of numbers from their median. */
function spreadOf(numbers: readonly number[]): number {
  const own = Float64Array.from(numbers.filter((number) => !Number.isNaN(number))).sort();
  const median = own[own.length >> 1];
  return own.reduce((sum, number) => sum + Math.abs(number - median), 0) / own.length;
}

/** The median of the ratios of two numbers; NaN where there are none. */
export function ratioOf(kept: Comparable, other: Comparable): number {
  const ratios = Float64Array.from(other.products, (product) => quotientAt(kept, other, product))
    .filter((ratio) => Number.isFinite(ratio))
    .sort();
  return ratios.length === 0 ? Number.NaN : ratios[ratios.length >> 1];
}

/** NaN where a column has no number for the product. */
function quotientAt(kept: Comparable, other: Comparable, product: number): number {
  const [own, its] = [kept.attribute.cell[product], other.attribute.cell[product]];
  return own < 0 || its < 0 || kept.numbers === undefined || other.numbers === undefined
    ? Number.NaN
    : kept.numbers[own] / other.numbers[its];
}

/**
 * Whether so many products differ in their ratio that `haveOneRatio` cannot hold. Of two products with different ratios one
 * at least is not alike, so nearly all pairs of unrelated columns end here, after a few products.
 */
function haveManyRatios(kept: Comparable, other: Comparable): boolean {
  const { cell } = kept.attribute;
  let both = 0;
  for (const product of other.products) both += isRecorded(cell[product]);
  const most = (1 + RATIO_TOLERANCE) / (1 - RATIO_TOLERANCE) + 1e-9;
  let differing = 0;
  let before = Number.NaN;
  for (const product of other.products) {
    const quotient = quotientAt(kept, other, product);
    if (Number.isNaN(quotient)) continue;
    if (Number.isNaN(before)) {
      before = quotient;
      continue;
    }
    const change = quotient / before;
    if (!(change <= most && change >= 1 / most) && ++differing > (1 - AGREEING_REPEATS) * both + 1e-9)
      return true;
    before = Number.NaN;
  }
  return false;
}
