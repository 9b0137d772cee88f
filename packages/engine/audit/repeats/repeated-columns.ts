import { wordsOf } from '../../catalogue/columns/header-names.ts';
import { isRecordable } from '../../catalogue/columns/recordability.ts';
import { columnName, nameFit } from '../../catalogue/columns/role-names.ts';
import { fold } from '../../catalogue/columns/text-folding.ts';
import type { Attribute, Catalogue, Value } from '../../catalogue/types.ts';
import { compare } from '../canonical-order.ts';
import {
  AGREEING_REPEATS,
  COMPARED_PAIRS,
  COMPARED_PRODUCTS,
  FEWEST_REPEATED,
  FEWEST_REPEATED_NUMBERS,
  LEAST_COMMON,
  RATIO_TOLERANCE,
} from '../constants.ts';

/** A column that repeats another one, and the products that only it describes. */
export interface Repeat {
  readonly attribute: string;
  /** The column that is kept. */
  readonly of: string;
  readonly filled: number;
}

/** Two columns that hold the same fact, as indices into the attributes. */
export interface RepeatedPair {
  readonly repeat: number;
  /** The column that is kept: the fuller one. */
  readonly kept: number;
  /** By which the numbers of the repeat are multiplied; NaN without numbers. */
  readonly ratio: number;
}

/**
 * Takes columns that hold the same fact for one: `Colour` and `Color`, `labels` and `labels_tags`, a type and the last
 * level of a category path, a size in two units. The fullest is kept, with the values of the others where it has none;
 * the others are marked as `repeats`.
 */
export function withRepeatsMerged<C extends Pick<Catalogue, 'attributes'>>(
  catalogue: C,
): { readonly catalogue: C; readonly repeats: readonly Repeat[] } {
  const pairs = repeatedPairs(catalogue.attributes);
  if (pairs.length === 0) return { catalogue, repeats: [] };
  const { attributes, repeats } = mergedPairs(catalogue.attributes, pairs);
  return { catalogue: { ...catalogue, attributes }, repeats };
}

/** The columns that repeat a fuller one. The order of the products decides which of many are compared. */
export function repeatedPairs(attributes: readonly Attribute[]): RepeatedPair[] {
  const texts = new PlainTexts();
  const columns = attributes
    .flatMap((attribute, index) => (isRecordable(attribute) ? [comparable(attribute, index, texts)] : []))
    .sort(fullestFirst);
  const kept: Comparable[] = [];
  const repeated: RepeatedPair[] = [];
  let compared = 0;
  for (const column of columns) {
    const of = kept.find((other) => compared++ < COMPARED_PAIRS && areSame(other, column, texts));
    if (of === undefined) kept.push(column);
    else repeated.push({ repeat: column.index, kept: of.index, ratio: ratioOf(of, column) });
  }
  return repeated;
}

/** Of columns that hold the same fact the one that is kept. */
export function fullest(columns: readonly Attribute[]): Attribute {
  const summaries = columns.map((attribute) => ({
    attribute,
    recorded: attribute.cell.filter((own) => own >= 0).length,
  }));
  return summaries.sort(fullestFirst)[0].attribute;
}

type Fullness = Pick<Comparable, 'attribute' | 'recorded'>;

function fullestFirst(left: Fullness, right: Fullness): number {
  return (
    right.recorded - left.recorded ||
    left.attribute.name.length - right.attribute.name.length ||
    compare(left.attribute.name, right.attribute.name)
  );
}

/** Fills the kept columns from those that repeat them, and marks these. */
export function mergedPairs(
  attributes: readonly Attribute[],
  pairs: readonly RepeatedPair[],
): { readonly attributes: readonly Attribute[]; readonly repeats: readonly Repeat[] } {
  const merged = [...attributes];
  const repeats = pairs.map(({ repeat, kept, ratio }): Repeat => {
    const own = attributes[repeat];
    const { attribute, filled } = filledFrom(merged[kept], own, ratio);
    merged[kept] = attribute;
    merged[repeat] = { ...own, notRecordable: 'repeats' };
    return { attribute: own.name, of: attribute.name, filled };
  });
  return { attributes: merged, repeats };
}

interface Comparable {
  readonly attribute: Attribute;
  readonly index: number;
  readonly recorded: number;
  /** Products with a value, spread over the catalogue. */
  readonly products: readonly number[];
  /** Words of the name in one spelling, without those that only tell columns of one fact apart. */
  readonly words: ReadonlySet<string>;
  /** The same words as one text, whatever their order. */
  readonly name: string;
  /** The number of a cell's text, made comparable; equal texts have equal numbers. */
  text(cell: number): number;
  /** The only number of a cell; NaN without one, and for 0, which is equal in all units. */
  number(cell: number): number;
}

/** Numbers texts, of all columns together: comparing numbers is fast. */
class PlainTexts {
  readonly texts: string[] = [''];
  readonly #numbers = new Map([['', EMPTY]]);

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

const EMPTY = 0;

function comparable(attribute: Attribute, index: number, known: PlainTexts): Comparable {
  const { cell, cells, values, kind } = attribute;
  const recorded: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) recorded.push(product);
  const step = Math.max(1, Math.ceil(recorded.length / COMPARED_PRODUCTS));
  const words = nameWords(attribute.name);
  const texts: (number | undefined)[] = [];
  return {
    attribute,
    index,
    recorded: recorded.length,
    products: recorded.filter((_, at) => at % step === 0),
    words,
    name: [...words].sort().join(' '),
    text: (at) =>
      (texts[at] ??= known.numberOf(
        cells[at]
          .map((value) => plain(values[value].label))
          .sort()
          .join('|'),
      )),
    number: (at) =>
      kind === 'number' && cells[at].length === 1 ? values[cells[at][0]].number || Number.NaN : Number.NaN,
  };
}

/** Words that tell columns of one fact apart: "labels", "labels_tags", "colour code". */
const NOISE =
  /^(?:tags?|codes?|id|name|names|text|texts|value|values|list|label|option|attribute|product|variant|item|en|de|fr|es|it|us|gb|uk)$/;
const COLOUR = /^(?:colour|farbe|farben|couleur|colore|colori|kleur|cor|kolor|farg|farve)s?$/;
const SIZE = /^(?:grosse|grossen|taille|talla|taglia|maat|tamanho|rozmiar|storlek|storrelse)s?$/;
const MATERIAL = /^(?:matiere|materiau|materiale|materiaal|materialien)s?$/;
const GENDER = /^(?:geschlecht|sexe|sexo|genero|genere|geslacht|kon)$/;
/** The fit of the most usual names for brands. */
const USUAL_BRAND = 4;
const METAFIELD = /\s*\(\w+\.metafields\..*\)\s*$/;
const BRACKET = /[([][^()[\]]*[)\]]/g;

function nameWords(name: string): ReadonlySet<string> {
  const words = wordsOf(name.replace(METAFIELD, '').replace(BRACKET, ''))
    .split(' ')
    .filter((word) => word !== '' && !NOISE.test(word))
    .map((word) => {
      if (COLOUR.test(word)) return 'color';
      if (SIZE.test(word)) return 'size';
      if (MATERIAL.test(word)) return 'material';
      if (GENDER.test(word)) return 'gender';
      if (nameFit('brand', columnName(word)) === USUAL_BRAND) return 'brand';
      return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
    });
  return new Set(words);
}

/** A label in lower case without accents, punctuation and the language in front of a tag ("en:organic"). */
const plain = (label: string): string =>
  fold(label)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^[a-z]{2}:/, '')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();

function areSame(kept: Comparable, other: Comparable, texts: PlainTexts): boolean {
  const [left, right] = [kept.attribute.kind, other.attribute.kind];
  if ((left === 'boolean') !== (right === 'boolean') || (left === 'date') !== (right === 'date'))
    return false;
  const named = kept.name === other.name;
  const lastLevels = haveLastLevels(texts.texts);
  const areNumbers = left === 'number' && right === 'number';
  // Nearly all pairs end here, after a few products.
  if (!named && !areNumbers && (left === 'boolean' || !mayAgree(kept, other, lastLevels))) return false;
  const both = other.products.filter((product) => kept.attribute.cell[product] >= 0);
  // Hardly a product has both: only their names can tell.
  if (both.length < FEWEST_REPEATED)
    return named && kept.words.size > 0 && left === right && shareValues(kept, other);
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
    if (cell[product] < 0) continue;
    const text = kept.text(cell[product]);
    const otherText = other.text(otherCell[product]);
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
  (texts: readonly string[]): Fits =>
  (left, right) =>
    left !== EMPTY &&
    right !== EMPTY &&
    left !== right &&
    (texts[left].length > texts[right].length
      ? texts[left].endsWith(` ${texts[right]}`)
      : texts[right].endsWith(` ${texts[left]}`));

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
  let compared = 0;
  let agreeing = 0;
  const distinct = new Set<number>();
  for (const product of both) {
    const quotient = kept.number(kept.attribute.cell[product]) / other.number(other.attribute.cell[product]);
    if (Number.isNaN(quotient)) continue;
    compared++;
    if (Math.abs(quotient / ratio - 1) > RATIO_TOLERANCE) continue;
    agreeing++;
    distinct.add(kept.attribute.cell[product]);
  }
  const enough = named ? FEWEST_REPEATED : FEWEST_REPEATED_NUMBERS;
  return distinct.size >= enough && agreeing >= AGREEING_REPEATS * compared;
}

/** The median of the ratios of two numbers; NaN where there are none. */
function ratioOf(kept: Comparable, other: Comparable): number {
  const ratios = other.products
    .map((product) => {
      const cell = kept.attribute.cell[product];
      return cell < 0 ? Number.NaN : kept.number(cell) / other.number(other.attribute.cell[product]);
    })
    .filter((ratio) => Number.isFinite(ratio))
    .sort((a, b) => a - b);
  return ratios.length === 0 ? Number.NaN : ratios[ratios.length >> 1];
}

/** The kept attribute with the values of another one where it has none. */
function filledFrom(
  kept: Attribute,
  other: Attribute,
  ratio: number,
): { readonly attribute: Attribute; readonly filled: number } {
  const gaps: number[] = [];
  for (let product = 0; product < kept.cell.length; product++)
    if (kept.cell[product] < 0 && other.cell[product] >= 0) gaps.push(product);
  if (gaps.length === 0) return { attribute: kept, filled: 0 };
  const known = usualCells(kept, other);
  const values: Value[] = [...kept.values];
  const placeOf = new Map(values.map((value, at) => [keyOf(value), at]));
  const cells = kept.cells.map((set) => [...set]);
  const cellOf = new Map(cells.map((set, at) => [set.join(','), at]));
  const cell = kept.cell.slice();
  for (const product of gaps) {
    const own = other.cell[product];
    let to = known.get(own);
    if (to === undefined) {
      const set = other.cells[own].map((at) => {
        const value = inUnit(other.values[at], ratio);
        const key = keyOf(value);
        const place = placeOf.get(key) ?? values.push(value) - 1;
        placeOf.set(key, place);
        return place;
      });
      const distinct = [...new Set(set)].sort((a, b) => a - b);
      const key = distinct.join(',');
      to = cellOf.get(key) ?? cells.push(distinct) - 1;
      cellOf.set(key, to);
      known.set(own, to);
    }
    cell[product] = to;
  }
  return { attribute: { ...kept, cell, ...inOrder(values, cells) }, filled: gaps.length };
}

/** For each cell of `other` the cell that the products with both most often have. */
function usualCells(kept: Attribute, other: Attribute): Map<number, number> {
  const counts = new Map<number, Map<number, number>>();
  for (let product = 0; product < kept.cell.length; product++) {
    const [to, from] = [kept.cell[product], other.cell[product]];
    if (to < 0 || from < 0) continue;
    const own = counts.get(from) ?? new Map<number, number>();
    counts.set(from, own);
    own.set(to, (own.get(to) ?? 0) + 1);
  }
  return new Map(
    [...counts].map(([from, own]) => [from, [...own].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0]]),
  );
}

const keyOf = ({ number, label }: Value): string => (number === undefined ? plain(label) : `#${number}`);

const inUnit = (value: Value, ratio: number): Value =>
  value.number === undefined || Number.isNaN(ratio)
    ? value
    : { ...value, number: Number((value.number * ratio).toPrecision(6)) };

/** Numbers by size, then words by their folded text, as every column has its values. */
function inOrder(
  values: readonly Value[],
  cells: readonly (readonly number[])[],
): Pick<Attribute, 'values' | 'cells'> {
  const order = values
    .map((_, at) => at)
    .sort((a, b) => {
      const [left, right] = [values[a], values[b]];
      if (left.number !== undefined && right.number !== undefined) return left.number - right.number;
      if (left.number !== undefined) return -1;
      if (right.number !== undefined) return 1;
      return compare(fold(left.label), fold(right.label)) || compare(left.label, right.label);
    });
  const place = new Int32Array(values.length);
  order.forEach((value, at) => {
    place[value] = at;
  });
  return {
    values: order.map((at) => values[at]),
    cells: cells.map((set) => set.map((value) => place[value]).sort((a, b) => a - b)),
  };
}
