import { numberOf, WRITTEN } from './lone-number.ts';
import { type NumberText, readNumber } from './number-text.ts';
import { numbersBeforeUnits } from './quantities.ts';
import { measureOf, type Unit } from './units.ts';

/** A measure within a text, and the words of the text beside it. */
export interface MeasureText {
  readonly number: NumberText;
  /** The other words of the text, in lower case, without digits and signs. */
  readonly rest: string;
}

/** A longer text is no measure; set by hand. */
const LONGEST = 120;
/** Signs without a width, and what ends a sentence. */
const UNSEEN = /[\u200b\u2060\ufeff]/g;
const END = /[\s.;]+$/;
/** Words before a number that is not exact: "about 120 g", "up to 10 h". */
const ABOUT =
  /^(?:about|approx(?:imately)?\.?|around|circa|ca\.?|roughly|up to|etwa|ungefahr|ungefähr|bis zu|env(?:iron)?\.?|jusqu'à|aprox\.?|hasta|fino a|max\.?|min\.?|[~≈±<>≤≥])\s*(?=\d)/iu;
const FEET_AND_INCHES =
  /^(\d{1,2})\s*(?:'|′|’|ft\.?|feet)\s*(\d{1,2}(?:\.\d+)?)\s*(?:"|″|”|''|in\.?|inches)?$/u;
/** Two numbers, the second larger, with one unit behind: "1200-1400 m", "1.200 – 1.400". */
const RANGE = new RegExp(
  `^(${WRITTEN})\\s*(?:[-\\u2013\\u2014]|to|bis|à|a)\\s*(${WRITTEN})(?:\\s*(\\p{L}{1,12}\\.?|["%]|[°º]C))?$`,
  'u',
);
/** Packs are counted in these: "2 x 1.5 l" are three litres, while "140 x 80 cm" are two lengths. */
const IN_PACKS: ReadonlySet<string> = new Set(['mass', 'volume']);

/**
 * The measure in a text that is more than a number: "85 g (3.00 oz)", "2 x 1.5 l", `5'11"`, "Li-Ion 4000 mAh",
 * "1200-1400 m" (its middle).
 *
 * @param dimension of several measures the one of this dimension is taken, else the first
 */
export function readMeasure(text: string, dimension?: string): MeasureText | undefined {
  if (text.length > LONGEST) return undefined;
  const bare = text.replace(UNSEEN, '').replace(END, '').replace(ABOUT, '');
  const plain = readNumber(bare);
  if (plain !== undefined && (plain.unit?.known ?? true)) return { number: plain, rest: '' };
  const height = FEET_AND_INCHES.exec(bare);
  if (height !== null)
    return { number: asWritten(12 * Number(height[1]) + Number(height[2]), measureOf('in')), rest: '' };
  return middleOf(bare) ?? firstMeasure(bare, dimension);
}

function middleOf(text: string): MeasureText | undefined {
  const range = RANGE.exec(text);
  if (range === null) return undefined;
  const [from, to] = [numberOf(range[1]), numberOf(range[2])];
  const unit = range[3] === undefined ? undefined : measureOf(range[3].toLowerCase());
  if (!(from < to) || (range[3] !== undefined && unit === undefined)) return undefined;
  return { number: asWritten((from + to) / 2, unit), rest: '' };
}

function firstMeasure(text: string, dimension: string | undefined): MeasureText | undefined {
  let found:
    | { readonly size: number; readonly unit: Unit; readonly start: number; readonly end: number }
    | undefined;
  for (const { numbers, unit, start, end } of numbersBeforeUnits(text)) {
    if (numbers.length > 1 && !IN_PACKS.has(unit.dimension)) continue;
    const measure = { size: numbers.reduce((product, number) => product * number, 1), unit, start, end };
    if (dimension === undefined || unit.dimension === dimension) {
      found = measure;
      break;
    }
    found ??= measure;
  }
  if (found === undefined) return undefined;
  const rest = (text.slice(0, found.start) + text.slice(found.end))
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return { number: asWritten(found.size, found.unit), rest };
}

/** A size whose decimal sign is decided: digits without one, and an exponent. */
function asWritten(size: number, unit: Unit | undefined): NumberText {
  const [whole, fraction = ''] = String(Number(size.toPrecision(12))).split('.');
  return { negative: false, digits: `${whole}${fraction}`, exponent: -fraction.length, unit };
}
