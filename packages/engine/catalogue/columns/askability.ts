import { lowerShare } from '../../primitives/share-bounds.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import type { AttributeKind, NotQuestionReason } from '../types.ts';
import { saysYes } from '../values/only-yes.ts';
import type { Concept } from './header-names.ts';

/** Summary of a column, from which to decide whether it is a question. */
export interface ColumnSummary {
  readonly name: string;
  readonly concepts: ReadonlySet<Concept>;
  readonly kind: AttributeKind;
  readonly hasUnit: boolean;
  readonly products: number;
  readonly recorded: number;
  /** For each distinct value the number of products that have it. */
  readonly valueCounts: readonly number[] | Int32Array;
  /** The distinct values that are numbers. */
  readonly numbers: readonly number[];
  /** The number of distinct texts as written, and a sample of them. */
  readonly texts: number;
  readonly sample: readonly string[];
  /** Mean number of words of the sampled texts. */
  readonly words: number;
}

/** Fewer recorded values than this do not make a column constant; set by hand. */
const FEWEST_RECORDED = 5;
/** Nor do values of a smaller share of the products; set by hand. */
const LEAST_CONSTANT_SHARE = 0.5;

/** Identifiers with fewer distinct numbers than this, per product, name groups of products. Set by hand. */
const LARGEST_GROUPING_SHARE = 0.2;

/**
 * Why a column is not a question: it is operational, an identifier, prose, or constant. Undefined for a question. The
 * rules use shares of products with their sampling error, so they hold for 20 products as for 20,000.
 */
export function notQuestionReason(column: ColumnSummary): NotQuestionReason | undefined {
  const { concepts } = column;
  if (concepts.has('operational')) return 'operational';
  if (column.recorded === 0) return reasonByName(concepts);
  if (column.valueCounts.length === 1) {
    return isConstant(column) ? 'constant' : undefined;
  }
  switch (column.kind) {
    case 'boolean':
    case 'date':
      return undefined;
    case 'number':
      return numbersIdentify(column, concepts) ? 'identifier' : undefined;
    default:
      return areRowKinds(column.sample) ? 'operational' : reasonByWords(column, concepts);
  }
}

/**
 * One value everywhere. Where most products have none, the value may be the answer of one kind of products: "compact" of
 * all cameras.
 */
function isConstant(column: ColumnSummary): boolean {
  const { concepts, kind, recorded, products, sample } = column;
  if (recorded === products) return true;
  // A fact that is recorded where it holds: the others may not have it.
  if (sample.every((text) => saysYes(column, text))) return false;
  // The weights that are missing are hardly the same as those that are not.
  if (kind === 'number' && concepts.has('measure')) return false;
  return recorded >= FEWEST_RECORDED && recorded >= LEAST_CONSTANT_SHARE * products;
}

/** An empty column is judged by its name alone. */
function reasonByName(concepts: ReadonlySet<Concept>): NotQuestionReason | undefined {
  if (concepts.has('identifier') || concepts.has('link') || concepts.has('title')) return 'identifier';
  return concepts.has('text') ? 'text' : undefined;
}

/**
 * Integers without a unit may be identifiers: by the name of the column, or because random numbers would have repeated
 * more often.
 */
function numbersIdentify(column: ColumnSummary, concepts: ReadonlySet<Concept>): boolean {
  if (column.hasUnit || concepts.has('price')) return false;
  if (!column.numbers.every(Number.isInteger)) return false;
  const distinct = column.numbers.length;
  // Few numbers that many products share are names of groups: "category id".
  if (concepts.has('identifier')) return distinct > LARGEST_GROUPING_SHARE * column.recorded;
  if (concepts.has('reference') && distinct > 0.2 * column.recorded && distinct >= 10) return true;
  if (concepts.has('measure') || distinct < column.recorded || distinct < 20) return false;
  let least = Infinity;
  let most = -Infinity;
  for (const number of column.numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  const expectedRepeats = (distinct * distinct) / (2 * (most - least + 1));
  const sameLength = Math.abs(least) >= 1e7 && String(least).length === String(most).length;
  return expectedRepeats > 10 || sameLength;
}

const LINK = /^(?:https?:)?\/\/|^www\.|^[^\s@]+@[^\s@]+\.\w+$|\.(?:jpe?g|png|webp|gif|svg|avif)(?:\?\S*)?$/i;
const HASH = /^(?=\S*\d)(?=\S*[a-z])[\da-z_-]{20,}$/i;
const MARKUP = /<\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span|h\d|table|a|meta|img)\b[^>]*>/i;

/** Row types in the exports of shop systems: `simple`, `variable`, `simple, downloadable, virtual`. */
const ROW_KINDS =
  /^(?:simple|variable|variation|configurable|grouped|external|virtual|downloadable|bundle|(?:simple |variable[-_])?subscription(?:_variation)?)$/i;

/** Whether the values of a column say what each row is to the shop system, a thing by itself or a variant. */
export function areRowKinds(sample: readonly string[]): boolean {
  let isUsual = false;
  for (const text of sample) {
    if (text.length > 100) return false;
    const kinds = text
      .replaceAll(ROW_JOINER, ',')
      .split(',')
      .map((kind) => kind.trim().toLowerCase());
    if (!kinds.every((kind) => ROW_KINDS.test(kind))) return false;
    isUsual ||= kinds.includes('simple') || kinds.includes('variation');
  }
  return isUsual;
}

function reasonByWords(column: ColumnSummary, concepts: ReadonlySet<Concept>): NotQuestionReason | undefined {
  const { recorded, sample, words } = column;
  const whole = extrapolated(column);
  // Distinct values expected if every product had one, scaled to the recorded products. Without this, gaps would make
  // a column look like an identifier.
  const distinct = whole.distinctShare * recorded;
  if (moreThan(0.5, sample, isLink) || moreThan(0.9, sample, (text) => HASH.test(text))) return 'identifier';
  if (concepts.has('identifier') || (concepts.has('link') && distinct > 0.2 * recorded)) return 'identifier';
  const distinctTexts = (column.texts / recorded) * (distinct / column.valueCounts.length);
  if (moreThan(0.3, sample, (text) => text.includes('<') && MARKUP.test(text))) return 'text';
  if (concepts.has('text') && (words >= 5 || (words >= 3 && distinctTexts > 0.1))) return 'text';
  const isFact = concepts.has('brand') || concepts.has('category') || concepts.has('fact');
  if (
    column.kind !== 'list' &&
    !isFact &&
    column.texts > LEAST_OWN_WORDS * recorded &&
    moreThan(0.5, sample, isSentence)
  )
    return 'text';
  if (concepts.has('title') && distinct > 0.05 * recorded) return 'identifier';
  if (concepts.has('reference') && distinct > 0.2 * recorded && distinct >= 10) return 'identifier';
  // Sizes in texts ("10 x 20 in") hardly ever repeat, and are a question all the same.
  if (concepts.has('measure') && moreThan(0.5, sample, (text) => /\d/.test(text))) return undefined;
  if (mostOccurOnce(whole, isFact ? MOSTLY_UNIQUE_ANSWERS : MOSTLY_UNIQUE))
    return words >= 6 ? 'text' : 'identifier';
  return undefined;
}

/** From this many texts a recorded product on, sentences are no answers that products share. Set by hand. */
const LEAST_OWN_WORDS = 0.25;

const WORD_BEGINS = /(?<!\S)\p{P}*\p{L}/gu;

/** More than five words, signs and figures aside. */
const isSentence = (text: string): boolean => (text.match(WORD_BEGINS)?.length ?? 0) > 5;

/** From this share of products with a value of their own on, values are names. Set by hand. */
const MOSTLY_UNIQUE = 0.5;
/** The same of brands, categories and colours: authors with one book each, and mixed colours, are still a question. */
const MOSTLY_UNIQUE_ANSWERS = 0.9;

/**
 * Whether, beyond chance, `most` products have a value that no other product has; or there are nearly as many values as
 * products and most of those occur once, unless these are answers by the name of the column.
 */
function mostOccurOnce({ total, onceShare, distinctShare }: WholeCatalogue, most: number): boolean {
  if (lowerShare(onceShare * total, total) > most) return true;
  const distinct = distinctShare * total;
  return (
    most === MOSTLY_UNIQUE &&
    lowerShare(distinct, total) > 0.4 &&
    lowerShare(onceShare * total, distinct) > 0.5
  );
}

/** Estimates for a column in which every product has a value, as shares of all those values. */
interface WholeCatalogue {
  /** Values recorded now: the sample size behind the shares. */
  readonly total: number;
  readonly distinctShare: number;
  /** Values that occur once, as a share of all occurrences. */
  readonly onceShare: number;
}

/**
 * Extrapolates the recorded values to all products, since the fewer products have a value, the more values occur once:
 * `f0 (1 − (1 − f1 / (n f0 + f1))^m)` more values are expected among m further products, each of them new with
 * chance `f1/n (1 − f1 / (n f0 + f1))^m` in the end, with f0 the values never seen by Chao's estimate.
 */
function extrapolated({ valueCounts, recorded, products }: ColumnSummary): WholeCatalogue {
  let total = 0;
  let once = 0;
  let twice = 0;
  for (const count of valueCounts) {
    total += count;
    if (count === 1) once++;
    else if (count === 2) twice++;
  }
  const unseen = (once * (once - 1)) / (2 * (twice + 1));
  const further = total * Math.max(0, products / recorded - 1);
  const stays = once === 0 ? 0 : (1 - once / (total * unseen + once)) ** further;
  return {
    total,
    distinctShare: (valueCounts.length + unseen * (1 - stays)) / (total + further),
    onceShare: (once / total) * stays,
  };
}

/** Characters of a text that are tested, which bounds the cost of long texts; set by hand. */
const MAX_CHARACTERS = 1_000;

/** Whether more than `share` of the texts fit. Stops as soon as the rest cannot change the result. */
function moreThan(share: number, texts: readonly string[], fits: (text: string) => boolean): boolean {
  let fitting = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i];
    if (fits(text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) : text)) fitting++;
    if (fitting > share * texts.length) return true;
    if (fitting + texts.length - i - 1 <= share * texts.length) return false;
  }
  return false;
}

/** The check for a point or two slashes, which every link has, avoids the expression for most texts. */
export function isLink(text: string): boolean {
  return (text.includes('.') || text.includes('//')) && LINK.test(text);
}

/** Mean number of words of some texts. */
export function meanWords(texts: readonly string[]): number {
  let words = 0;
  for (const text of texts) {
    let inWord = false;
    for (let i = 0; i < text.length; i++) {
      const space = text.charCodeAt(i) <= 32;
      if (!space && !inWord) words++;
      inWord = !space;
    }
  }
  return texts.length === 0 ? 0 : words / texts.length;
}
