import { isGrouped } from './digits.ts';
import type { NumberText } from './number-text.ts';

export type DecimalSign = '.' | ',';

/** The decimal sign of a column; undefined where commas or points separate several packed numbers. */
export interface Convention {
  readonly decimal: DecimalSign | undefined;
  /** The column cannot be read otherwise, so it is evidence for the other columns of the file. */
  readonly certain: boolean;
}

interface Evidence {
  /** Numbers that also group their thousands with the other sign. */
  grouped: number;
  certain: number;
  /** One separator followed by exactly three digits: a fraction or a thousand. */
  readonly ambiguous: string[];
  readonly fractions: string[];
}

/**
 * Decides for a whole column whether point or comma is the decimal sign. One cell alone is ambiguous ("1,299"), a
 * column is not:
 * - a separator with other than three digits behind it, or in front of the other one, is decimal (`5,5`, `1.299,00`);
 * - where all are followed by three digits, the reading under which the numbers with and without separator have similar
 *   magnitudes;
 * - packed pairs (`1920,1080`, `15,25`) are not numbers: decimals either have a fixed number of digits or drop trailing
 *   zeros, and the columns of a file agree on their sign.
 *
 * @param digits the distinct `digits` of the column
 * @param ofFile the sign that other columns of the file certainly use
 * @param isMeasure whether units or the column's name mark it as a measure: such a column may differ from its file
 */
export function decideConvention(
  digits: readonly string[],
  ofFile?: DecimalSign,
  isMeasure = false,
): Convention {
  const point: Evidence = { grouped: 0, certain: 0, ambiguous: [], fractions: [] };
  const comma: Evidence = { grouped: 0, certain: 0, ambiguous: [], fractions: [] };
  const plain: number[] = [];
  for (const text of digits) {
    const lastPoint = text.lastIndexOf('.');
    const lastComma = text.lastIndexOf(',');
    if (lastPoint === -1 && lastComma === -1) plain.push(Number(text));
    else if (lastPoint !== -1 && lastComma !== -1) (lastPoint > lastComma ? point : comma).grouped++;
    else
      note(
        lastPoint !== -1 ? point : comma,
        lastPoint !== -1 ? comma : point,
        text,
        lastPoint !== -1 ? '.' : ',',
      );
  }
  if (comma.fractions.length > 0 && comma.grouped === 0 && !isMeasure) {
    if (ofFile === '.') return { decimal: '.', certain: false };
    if (isPacked(comma.fractions, plain.length)) return { decimal: undefined, certain: false };
  }
  point.certain += point.grouped;
  comma.certain += comma.grouped;
  if (point.certain + comma.certain > 0) {
    const decimal = point.certain >= comma.certain ? '.' : ',';
    return {
      decimal,
      certain: Math.max(point.certain, comma.certain) >= 19 * Math.min(point.certain, comma.certain),
    };
  }
  if (comma.ambiguous.length > 0 && point.ambiguous.length === 0) {
    return { decimal: closerAsFraction(comma.ambiguous, plain, ofFile === ',') ? ',' : '.', certain: false };
  }
  if (point.ambiguous.length > 0 && comma.ambiguous.length === 0) {
    return { decimal: closerAsFraction(point.ambiguous, plain, ofFile !== ',') ? '.' : ',', certain: false };
  }
  return { decimal: ofFile ?? '.', certain: false };
}

/** A number with one kind of separator. */
function note(own: Evidence, other: Evidence, text: string, sign: DecimalSign): void {
  const parts = text.split(sign);
  if (parts.length > 2) {
    // Several separators of one kind group thousands, so the other sign is the decimal sign.
    if (isGrouped(text, sign)) other.certain++;
    return;
  }
  const [whole, fraction] = parts;
  if (fraction.length === 3 && whole.length >= 1 && whole.length <= 3 && !whole.startsWith('0'))
    own.ambiguous.push(text);
  else {
    own.certain++;
    own.fractions.push(fraction);
  }
}

function isPacked(fractions: readonly string[], plain: number): boolean {
  if (plain > 0.05 * (fractions.length + plain)) return false;
  const fixed = fractions.every((each) => each.length === fractions[0].length);
  return !fixed && fractions.some((each) => each.endsWith('0') && each !== '0');
}

/** Whether `1.299` beside `899` is more plausible as a fraction than as a thousand. */
function closerAsFraction(
  ambiguous: readonly string[],
  plain: readonly number[],
  byDefault: boolean,
): boolean {
  const others = plain.filter((each) => each > 0);
  if (others.length === 0) return byDefault;
  const asThousands = meanLog(ambiguous.map((each) => Number(each.replace(/[.,]/, ''))));
  const asFractions = meanLog(ambiguous.map((each) => Number(each.replace(',', '.'))));
  const size = meanLog(others);
  const difference = Math.abs(size - asThousands) - Math.abs(size - asFractions);
  return Math.abs(difference) < 1e-9 ? byDefault : difference > 0;
}

function meanLog(numbers: readonly number[]): number {
  let sum = 0;
  for (const each of [...numbers].sort((a, b) => a - b)) sum += Math.log(Math.max(each, 1e-9));
  return sum / numbers.length;
}

/** The magnitude under a convention; undefined where the digits do not follow it. */
export function magnitude(number: NumberText, decimal: DecimalSign): number | undefined {
  let { digits } = number;
  const group = decimal === '.' ? ',' : '.';
  if (digits.includes(group)) {
    const at = digits.indexOf(decimal);
    const whole = at === -1 ? digits : digits.slice(0, at);
    if (!isGrouped(whole, group)) return undefined;
    digits = digits.replaceAll(group, '');
  }
  if (decimal === ',') digits = digits.replace(',', '.');
  const value = Number(digits);
  if (!Number.isFinite(value)) return undefined;
  const scaled = number.exponent === 0 ? value : Number(`${digits}e${number.exponent}`);
  if (!Number.isFinite(scaled)) return undefined;
  return number.negative && scaled !== 0 ? -scaled : scaled;
}
