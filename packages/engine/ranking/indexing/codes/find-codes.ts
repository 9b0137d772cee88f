import { firstNotBelow } from '../../../primitives/binary-search.ts';
import { hasDigit, MIN_DIGITS, MIN_PART, PARTING } from './code-signs.ts';
import { beginsCode, type CodeTable, comparedAt, END, END_UNIT, hashOf, PARTING_UNIT } from './code-table.ts';

/** Parts of codes that begin alike, and products of one name, that are looked at: what more have says nothing of any. Set by hand. */
export const MAX_ALIKE = 1_000;

const NOTHING: readonly number[] = [];

/** What products are found by that name them, by its signs. */
export interface Codes {
  /** The products that are named in full, as by an id, a code or a title, ascending. */
  named(signs: string): readonly number[];
  /** The products that are named in full, or of whose codes a part begins so, ascending. */
  withPart(signs: string): readonly number[];
}

export const codesOf = (table: CodeTable): Codes => ({
  named: (signs) => namedBy(table, signs),
  withPart(signs) {
    const named = namedBy(table, signs);
    return named.length > 0 ? named : productsWithPart(table, signs);
  },
});

/** Digits of which leading zeros come and go between exports and labels: a UPC is an EAN with a zero before it. */
const ZEROS = /^0*(?=\d{8})/;

function namedBy(table: CodeTable, signs: string): readonly number[] {
  const exact = typedInFull(table, signs);
  if (exact.length > 0 || !/^\d{8,}$/.test(signs)) return exact;
  const bare = signs.replace(ZEROS, '');
  for (const other of [bare, `0${bare}`, `00${bare}`]) {
    const found = other === signs ? NOTHING : typedInFull(table, other);
    if (found.length > 0) return found;
  }
  return NOTHING;
}

function typedInFull(table: CodeTable, signs: string): readonly number[] {
  const { hashes, named, parts, codes } = table;
  const hash = hashOf(signs);
  const found: number[] = [];
  const first = firstNotBelow(hashes, hash);
  if (hashes[first + MAX_ALIKE] === hash) return NOTHING;
  for (let at = first; hashes[at] === hash; at++) found.push(named[at]);
  // What ends with the signs sorts before what goes on, and of this whole codes before the ends of others.
  for (let at = firstPart(table, signs); at < parts.length && beginsCode(codes.units, parts[at]); at++) {
    const { difference, end } = comparedAt(codes.units, parts[at], signs);
    if (difference !== 0 || codes.units[end] !== END_UNIT) break;
    const code = codeAt(codes.start, parts[at]);
    if (found.length + table.start[code + 1] - table.start[code] > MAX_ALIKE) return NOTHING;
    addProducts(table, code, found);
  }
  return ascending(found);
}

const ascending = (products: readonly number[]): readonly number[] =>
  products.length < 2 ? products : [...new Set(products)].sort((a, b) => a - b);

function addProducts({ start, products }: CodeTable, code: number, found: number[]): void {
  for (let k = start[code]; k < start[code + 1]; k++) found.push(products[k]);
}

/** The products of the codes of which a part begins with the signs, ascending; none where the signs are too few to tell. */
function productsWithPart(table: CodeTable, signs: string): readonly number[] {
  const { parts, codes } = table;
  if (signs.length < MIN_PART) return NOTHING;
  const from = firstPart(table, signs);
  const to = firstPart(table, `${signs}\uffff`);
  if (to - from > MAX_ALIKE) return NOTHING;
  const found: number[] = [];
  // Few digits are another number unless the code parts behind them; letters are another word.
  const needsEnd = !hasDigit(signs) || (/^\p{N}+$/u.test(signs) && signs.length < MIN_DIGITS);
  for (let at = from; at < to; at++) {
    if (needsEnd && !endsPart(table, parts[at], signs)) continue;
    if (isWithinRun(table, parts[at], signs)) continue;
    addProducts(table, codeAt(codes.start, parts[at]), found);
  }
  return ascending(found);
}

/** The code that has a position among the units. */
const codeAt = (starts: Int32Array, position: number): number => firstNotBelow(starts, position + 1) - 1;

/** Whether what was typed ends where letters or digits of the code end. */
function endsPart({ codes: { units } }: CodeTable, position: number, signs: string): boolean {
  const next = String.fromCharCode(units[comparedAt(units, position, signs).end]);
  return next === END || next === PARTING || hasDigit(next) !== hasDigit(signs.at(-1)!);
}

/** Whether what was typed stands in the middle of a run without marks: "ddr5" in "100369DDR5L" is no part that anybody names. */
function isWithinRun({ codes: { units } }: CodeTable, position: number, signs: string): boolean {
  if (beginsCode(units, position) || units[position - 1] === PARTING_UNIT) return false;
  const next = units[comparedAt(units, position, signs).end];
  return next !== END_UNIT && next !== PARTING_UNIT;
}

/** The first part whose signs are not below a text. */
function firstPart({ parts, codes: { units } }: CodeTable, text: string): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparedAt(units, parts[middle], text).difference < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
