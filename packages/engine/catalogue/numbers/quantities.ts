import { numberOf, WRITTEN } from './lone-number.ts';
import { measureOf, type Unit } from './units.ts';

/**
 * Up to three numbers joined by "x", as "140x80", followed by a sign or by one or two words. A number directly after
 * letters belongs to the name of a model: "UGP-275L".
 */
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}.,]|\\p{L}\\p{N}*[-_/])(${WRITTEN}(?:\\s*[x×]\\s*${WRITTEN}){0,2})[\\s-]*(["”%\\u2033]|['’\\u2032]{1,2}|\\p{L}{1,12}\\.?(?:\\s\\p{L}{1,8})?(?:[23³](?!\\p{N}))?)`,
  'gu',
);

/** Numbers with their unit and their position in the text. */
export interface Quantity {
  readonly numbers: readonly number[];
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

/** The quantities in a text: "27 inch", `27"`, "140x80 cm", "1tb", "70 %". */
export function* numbersBeforeUnits(text: string): Generator<Quantity> {
  if (!/\d/.test(text)) return;
  for (const match of text.matchAll(QUANTITY)) {
    const [whole, written, behind] = match;
    const lower = behind
      .toLowerCase()
      .replaceAll('³', '3')
      .replace(/[’\u2032]/g, "'");
    const first = /^\p{L}+\.?/u.exec(lower)?.[0] ?? lower;
    let unit = measureOf(lower);
    let length = whole.length;
    if (unit === undefined && first !== lower) {
      unit = measureOf(first) ?? measureOf(first.replace(/\.$/, ''));
      length -= behind.length - first.length;
      // The unit continues with a letter or a digit: "m2".
      if (/^\p{N}/u.test(lower.slice(first.length))) unit = undefined;
    }
    unit ??= measureOf(lower.replace(/\.$/, ''));
    if (unit === undefined) continue;
    const end = match.index + length;
    if (/[\p{L}\p{N}]/u.test(text[end - 1]) && /^[\p{L}\p{N}]/u.test(text.slice(end))) continue;
    const numbers = written.split(/[x×]/).map((part) => numberOf(part.trim()));
    // Digits without a known grouping: a version, or a list.
    if (numbers.some(Number.isNaN)) continue;
    yield {
      numbers,
      unit,
      start: match.index,
      end,
    };
  }
}
