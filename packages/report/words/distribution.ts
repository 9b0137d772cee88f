import type { AuditedAttribute, Distribution } from '@decidable/engine/audit';
import { count, counted, percent } from './wording.ts';

/** A number in up to four significant digits, with its thousands separated; years are not. */
export function numberIn(unit: string | undefined, value: number): string {
  if (unit === 'year') return `${value}`;
  return value.toLocaleString('en-GB', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 6 : 4 });
}

const named = (unit: string | undefined) => (unit === undefined || unit === 'year' ? '' : ` ${unit}`);

/** `27`, or `20 to under 30`; the last bin includes its upper bound. */
export function binLabel({ bins = [], unit }: Distribution, at: number): string {
  const { from, to } = bins[at];
  if (from === to) return `${numberIn(unit, from)}${named(unit)}`;
  const joined = at === bins.length - 1 ? 'to' : 'to under';
  return `${numberIn(unit, from)} ${joined} ${numberIn(unit, to)}${named(unit)}`;
}

/** `10 to 480 h, half at most 24`; undefined where there are no numbers. */
export function rangeInWords({ range, unit }: Distribution): string | undefined {
  if (range === undefined) return undefined;
  const { min, median, max } = range;
  if (min === max) return `${numberIn(unit, min)}${named(unit)}`;
  const middle =
    unit === 'year' ? `half by ${numberIn(unit, median)}` : `half at most ${numberIn(unit, median)}`;
  return `${numberIn(unit, min)} to ${numberIn(unit, max)}${named(unit)}, ${middle}`;
}

/** Flags of one character say little by themselves. */
const FLAGS: Readonly<Record<string, string>> = {
  1: 'yes',
  y: 'yes',
  t: 'true',
  0: 'no',
  n: 'no',
  f: 'false',
};

/** A value as it is shown: `yes (1)` for a flag. */
export function valueLabel(value: string, { kind }: AuditedAttribute): string {
  const word = kind === 'boolean' ? FLAGS[value.toLowerCase()] : undefined;
  return word === undefined ? value : `${word} (${value})`;
}

/** `60 % true`: the share of the recorded products with the more frequent value; undefined unless there are two. */
export function booleanShare(attribute: AuditedAttribute): string | undefined {
  const values = attribute.distribution?.values;
  if (attribute.kind !== 'boolean' || values === undefined || values.length !== 2) return undefined;
  const [first, second] = values;
  const word = FLAGS[first.value.toLowerCase()] ?? first.value;
  return `${percent(first.products / (first.products + second.products))} ${word}`;
}

/** `14 others`, and in words where they stand beside numbers. */
export function othersInWords({ others, bins }: Distribution): string | undefined {
  if (others === undefined) return undefined;
  return bins === undefined
    ? counted(others.values, 'other')
    : `${count(others.products)} ${others.products === 1 ? 'is' : 'are'} no number`;
}
