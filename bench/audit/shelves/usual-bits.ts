import type { AuditResult } from '@decidable/engine/audit';
import { attributesCalled } from '../../../packages/engine/catalogue/shelves/column-attributes.ts';
import {
  shelfAttribute,
  type ValueKind,
} from '../../../packages/engine/catalogue/shelves/shelf-attributes.ts';

/** Recorded values of a column from which on its bits are known well enough. */
const MIN_RECORDED = 30;
/** Columns of all kinds that the columns of one kind are drawn to: an empirical Bayes estimate. */
const PRIOR_COLUMNS = 3;
/** Of a normal distribution four of five values lie within so many deviations. */
const FOUR_OF_FIVE = 1.2816;

/** One column of a known attribute, with the bits of its answers on the complete shelf. */
export interface KnownColumn {
  readonly attribute: string;
  readonly kind: ValueKind;
  readonly bits: number;
}

/** What the best three answers of a complete shelf give together, beside the sum of what each gives. */
export interface ThreeAnswers {
  readonly sum: number;
  readonly together: number;
}

export interface FileBits {
  readonly columns: readonly KnownColumn[];
  readonly three?: ThreeAnswers;
}

/** The columns of a graded file that are known by name, and what its three best questions tell together. */
export function bitsOfFile({ attributes, remaining, shelfBits }: AuditResult): FileBits {
  const columns = attributes.flatMap(({ attribute, recorded, bits }) => {
    const [id, ...others] = attributesCalled(attribute);
    if (id === undefined || others.length > 0 || recorded < MIN_RECORDED) return [];
    return [{ attribute, kind: shelfAttribute(id).values, bits: bits.complete }];
  });
  const asked = remaining?.asked?.complete ?? [];
  const bitsOf = new Map(attributes.map(({ attribute, bits }) => [attribute, bits.complete]));
  const sum = asked.reduce((all, name) => all + (bitsOf.get(name) ?? 0), 0);
  // Where they say more than it takes to single a product out, they overlap for another reason.
  if (asked.length < 3 || sum >= shelfBits || remaining === undefined) return { columns };
  return { columns, three: { sum, together: Math.log2(remaining.of / remaining.complete) } };
}

interface Estimate {
  readonly bits: number;
  readonly deviation: number;
  readonly columns: number;
}

const KINDS: readonly ValueKind[] = [
  'audience',
  'brand',
  'choice',
  'colour',
  'compatibility',
  'list',
  'material',
  'measure',
  'number',
  'size',
  'yes/no',
];

/** Bits of the most even answers, of kinds that have few values: for men, women, all and children; yes and no. */
const MOST_BITS: Readonly<Partial<Record<ValueKind, number>>> = { audience: 2, 'yes/no': 1 };

/** The mean and the deviation of the bits of each kind, drawn to those of all kinds, or of few values to any share of the most. */
export function fittedBits(files: readonly FileBits[]): ReadonlyMap<ValueKind, Estimate> {
  const all = files.flatMap(({ columns }) => columns);
  const whole = meanAndVariance(all.map(({ bits }) => bits));
  return new Map(
    KINDS.map((kind) => {
      const own = all.filter((column) => column.kind === kind).map(({ bits }) => bits);
      const { mean, variance } = meanAndVariance(own);
      const most = MOST_BITS[kind];
      const prior = most === undefined ? whole : { mean: most / 2, variance: most ** 2 / 12 };
      const weight = own.length / (own.length + PRIOR_COLUMNS);
      const bits = weight * mean + (1 - weight) * prior.mean;
      const spread = weight * variance + (1 - weight) * prior.variance;
      return [kind, { bits, deviation: Math.sqrt(spread), columns: own.length }];
    }),
  );
}

/** Three answers together as a share of the sum of their bits. */
export function fittedShare(files: readonly FileBits[]): {
  readonly share: number;
  readonly deviation: number;
  readonly shelves: number;
} {
  const shares = files.flatMap(({ three }) => (three === undefined ? [] : [three.together / three.sum]));
  const { mean, variance } = meanAndVariance(shares);
  return { share: mean, deviation: Math.sqrt(variance), shelves: shares.length };
}

/** Of the columns of other files those whose bits lie within the bounds that are said to hold four of five. */
export function withinBounds(
  files: readonly FileBits[],
  fitted: ReadonlyMap<ValueKind, Estimate>,
): { readonly within: number; readonly of: number } {
  const columns = files.flatMap((file) => file.columns).filter(({ kind }) => fitted.has(kind));
  const within = columns.filter(({ kind, bits }) => {
    const { bits: usual, deviation } = fitted.get(kind)!;
    return Math.abs(bits - usual) <= FOUR_OF_FIVE * deviation;
  });
  return { within: within.length, of: columns.length };
}

function meanAndVariance(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  if (values.length === 0) return { mean: 0, variance: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length };
}
