import { numberOf, WRITTEN } from '../../../catalogue/numbers/lone-number.ts';
import { numbersBeforeUnits, type Quantity } from '../../../catalogue/numbers/quantities.ts';
import { converted, measureOf, type Unit } from '../../../catalogue/numbers/units.ts';
import { firstNotBelow } from '../../../primitives/binary-search.ts';
import type { Keywords } from '../../types.ts';
import {
  AROUND,
  AROUND_SHARE,
  BETWEEN,
  IN_WHAT,
  MAXIMUM,
  MINIMUM,
  NOT,
  OR_LESS,
  OR_MORE,
  WEAK_MAXIMUM,
  WEAK_MINIMUM,
} from './price-parser.ts';

/** A column of numbers that searches may name by a number with a unit. */
export interface MeasuredColumn {
  readonly attribute: string;
  /** What its numbers are written in. */
  readonly unit: Unit;
  /** All of them, ascending. */
  readonly sizes: ArrayLike<number>;
}

/** From how much to how much; either end may be open. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly exact: boolean;
}

/** Where no size is the one that was said, one that differs by less is: a terabyte of 1024 gb, two pounds of 900 g. */
const NEARLY = 0.025;
/** More numbers of one search are not looked at, nor more columns that one of them may be about. */
const MOST_AMOUNTS = 8;
const MOST_COLUMNS = 4;

const FROM = `(?:${MINIMUM}|${WEAK_MINIMUM})`;
const UP_TO = `(?:${MAXIMUM}|${WEAK_MAXIMUM})`;
const edge = '(?<![\\p{L}\\p{N}])';
const before = (words: string): RegExp => new RegExp(`${edge}${words}\\s*$`, 'u');
const behind = (words: string): RegExp => new RegExp(`^\\s*(?:${words})(?![\\p{L}\\p{N}])`, 'u');
const LOWER = `(?<![\\d.,])(${WRITTEN})\\s*(?:["”%]|\\p{L}{1,6})?\\s*`;
const READINGS = {
  notFrom: before(`${NOT}${FROM}`),
  notUpTo: before(`${NOT}${UP_TO}`),
  between: before(`${BETWEEN}\\s+${LOWER}(?:and|to|und|bis|et|a|y|e|en|tot|och|og|hasta|до|и|-|–)`),
  range: before(`${LOWER}(?:-|–|—|~|to|bis|tot|à)`),
  from: before(FROM),
  upTo: before(UP_TO),
  around: before(AROUND),
  orMore: behind(OR_MORE),
  orLess: behind(OR_LESS),
};
/** What a number of several things, or one of several of a thing, stands behind: "2 x 16 gb", "60 x 40 cm". */
const TIMES = /\d\s*[x×*]\s*$/u;
/** "in" before these is no inch, nor before a number: "5 in 1". */
const NO_INCH = new RegExp(`^\\s+(?:(?:${IN_WHAT})(?!\\p{L})|\\d)`, 'u');

const SHARE = measureOf('%')!.dimension;

/** What is said of how much, and where that begins and ends. */
interface Amount extends Span {
  readonly start: number;
  readonly end: number;
  /** A limit that may be part of a name: "20 V MAX 2 Ah". */
  readonly mayBeName?: true;
}

/** What says of words of a limit that they may be part of a name. */
const namedBy = (words: string): Pick<Amount, 'mayBeName'> =>
  words.trim() === 'max' ? { mayBeName: true } : {};

/** How much the number at a place says, with the words of a limit around it. */
function amountOf(
  text: string,
  { numbers, start, end }: Pick<Quantity, 'numbers' | 'start' | 'end'>,
): Amount {
  const [size] = numbers;
  const left = text.slice(0, start);
  const right = text.slice(end);
  const spanning = READINGS.between.exec(left) ?? READINGS.range.exec(left);
  const lower = spanning === null ? Number.NaN : numberOf(spanning[1]);
  if (spanning !== null && lower < size)
    return { from: lower, to: size, exact: false, start: spanning.index, end };
  const read = (words: RegExp, from: number, to: number): Amount | undefined => {
    const match = words.exec(left);
    return match === null
      ? undefined
      : { from, to, exact: false, start: match.index, end, ...namedBy(match[0]) };
  };
  const most = Number.POSITIVE_INFINITY;
  const limited =
    read(READINGS.notFrom, 0, size) ??
    read(READINGS.notUpTo, size, most) ??
    read(READINGS.upTo, 0, size) ??
    read(READINGS.from, size, most) ??
    read(READINGS.around, size * (1 - AROUND_SHARE), size * (1 + AROUND_SHARE));
  if (limited !== undefined) return limited;
  const more = READINGS.orMore.exec(right);
  if (more !== null) return { from: size, to: most, exact: false, start, end: end + more[0].length };
  const less = READINGS.orLess.exec(right);
  if (less !== null)
    return { from: 0, to: size, exact: false, start, end: end + less[0].length, ...namedBy(less[0]) };
  return { from: size, to: size, exact: true, start, end };
}

/** What a column calls so much, as a filter says it, and whether it has just that. */
interface Called {
  readonly attribute: string;
  readonly value: string;
  readonly just: boolean;
}

/** Undefined where the column has nothing of that size. */
function calledIn({ attribute, unit, sizes }: MeasuredColumn, said: Span, saidIn: Unit): Called | undefined {
  const from = converted(said.from, saidIn, unit)!;
  const to = said.to === Number.POSITIVE_INFINITY ? said.to : converted(said.to, saidIn, unit)!;
  if (said.exact) {
    const nearest = sizes[nearestTo(from, sizes)];
    const near = Math.abs(nearest - from) <= NEARLY * from;
    return near ? { attribute, value: `${nearest}`, just: nearest === from } : undefined;
  }
  const first = sizes[firstNotBelow(sizes, from)];
  if (first === undefined || first > to) return undefined;
  const value = to === Number.POSITIVE_INFINITY ? `>=${from}` : said.from === 0 ? `<=${to}` : `${from}-${to}`;
  return { attribute, value, just: true };
}

function nearestTo(size: number, sizes: ArrayLike<number>): number {
  const above = firstNotBelow(sizes, size);
  if (above === 0) return 0;
  return above < sizes.length && sizes[above] - size < size - sizes[above - 1] ? above : above - 1;
}

/**
 * What a search says of how much, where the catalogue measures that: "27 inch", "under 2 kg", "16-32 gb". A number
 * without a unit, or of which no column has that size, is left as the word that it is; a limit is taken out, unless it may be
 * a name ("20 v max") and no column measures it.
 *
 * @param folded with `rest` of the same length: ranges are taken out, as their numbers are no words to look for
 * @param turnsAway tells of a word whether it turns away what follows it
 */
export function readAmounts(
  folded: string,
  columns: readonly MeasuredColumn[],
  turnsAway: (word: string) => boolean,
): { readonly matched: Keywords['matched']; readonly rest: string } {
  if (!/\d/.test(folded)) return { matched: [], rest: folded };
  const matched: Keywords['matched'][number][] = [];
  let rest = folded;
  let looked = 0;
  for (const quantity of numbersBeforeUnits(folded)) {
    if (++looked > MOST_AMOUNTS) break;
    const { unit, numbers, start, end } = quantity;
    const measured = columns.filter((column) => column.unit.dimension === unit.dimension);
    if (numbers.length > 1 || TIMES.test(folded.slice(0, start))) continue;
    if (/\bin$/.test(folded.slice(start, end)) && NO_INCH.test(folded.slice(end))) continue;
    const amount = amountOf(folded, quantity);
    const ahead = /(\S+)\s*$/u.exec(folded.slice(0, amount.start))?.[1];
    if (ahead !== undefined && turnsAway(ahead)) continue;
    const keyword = folded.slice(amount.start, amount.end).trim();
    const near = measured.flatMap((column) => calledIn(column, amount, unit) ?? []);
    const just = near.filter((called) => called.just);
    const found = just.length > 0 ? just : near;
    const isSaid = found.length > 0 && found.length <= MOST_COLUMNS;
    if (isSaid) matched.push(...found.map(({ attribute, value }) => ({ keyword, attribute, value })));
    // The words of a limit are none to look for, also where no column measures it: "5" is in other names.
    const isName = amount.mayBeName === true && measured.length === 0;
    const isLimit = !isName && (amount.from === 0 || amount.to === Number.POSITIVE_INFINITY);
    // Nor is a share, as no name has its sign.
    if (isLimit || (isSaid && (!amount.exact || unit.dimension === SHARE))) {
      rest = rest.slice(0, amount.start) + ' '.repeat(amount.end - amount.start) + rest.slice(amount.end);
    }
  }
  return { matched, rest };
}
