import { measureOf, type Unit } from './units.ts';

/**
 * Numbers of one thing, as "140x80", and what stands behind them: a sign, or one or two words. What is joined to letters
 * is the name of a model: "UGP-275L".
 */
const NUMBERS = '\\d+(?:[.,]\\d+)*';
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}.,]|\\p{L}\\p{N}*[-_/])(${NUMBERS}(?:\\s*[x×]\\s*${NUMBERS}){0,2})[\\s-]*(["”%\\u2033]|['’\\u2032]{1,2}|\\p{L}{1,12}\\.?(?:\\s\\p{L}{1,8})?(?:[23³](?!\\p{N}))?)`,
  'gu',
);

/** Numbers with the unit behind them, and where they stand. */
export interface Quantity {
  readonly numbers: readonly number[];
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

/**
 * A number without its thousands: "1,299.5", "1.299,5", "0.355". What one separator and three digits end with are
 * thousands, but not behind a mere zero.
 */
function numberOf(text: string): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last < 0) return Number(text);
  const sign = text[last];
  const thousands =
    text.length - last === 4 &&
    !text.startsWith('0') &&
    (text.indexOf(sign) < last || /^\d{1,3}[.,]\d{3}$/.test(text));
  if (thousands) return Number(text.replace(/[.,]/g, ''));
  return Number(`${text.slice(0, last).replace(/[.,]/g, '')}.${text.slice(last + 1)}`);
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
      // A letter or a digit goes on: "m2".
      if (/^\p{N}/u.test(lower.slice(first.length))) unit = undefined;
    }
    unit ??= measureOf(lower.replace(/\.$/, ''));
    if (unit === undefined) continue;
    const end = match.index + length;
    if (/[\p{L}\p{N}]/u.test(text[end - 1]) && /^[\p{L}\p{N}]/u.test(text.slice(end))) continue;
    yield {
      numbers: written.split(/[x×]/).map((part) => numberOf(part.trim())),
      unit,
      start: match.index,
      end,
    };
  }
}
