import { attributeAndValue } from '../../session/text/names.ts';
import type { NamedInterest } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { type Column, hasOneOf } from '../indexing/column.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';

/** The values of one column that a session named, and whether a product has one of them. */
export interface NamedColumn {
  readonly column: Column;
  readonly values: ReadonlySet<number>;
  /** When they were named last. */
  readonly step: number;
  readonly meets: (product: number) => boolean;
}

/** All values of a column that were named. */
export function namedTogether(
  column: Column,
  named: readonly { readonly values: Iterable<number>; readonly step: number }[],
): NamedColumn {
  const values = new Set(named.flatMap(({ values }) => [...values]));
  return { column, values, step: lastStepOf(named), meets: (product) => hasOneOf(column, product, values) };
}

/**
 * The values of a column that the last of some interests name; `undefined` where the catalogue has none of them: what it lacks
 * constrains nothing.
 */
export function namedLast(
  column: Column | undefined,
  list: readonly NamedInterest[],
): NamedColumn | undefined {
  if (column === undefined) return undefined;
  const last = lastStepOf(list);
  const latest = list.filter(({ step }) => step === last);
  const named = namedTogether(
    column,
    latest.map(({ name, step }) => ({ values: valuesNamed(column, name), step })),
  );
  return named.values.size === 0 ? undefined : named;
}

/** The values that an interest in `name=value` names. */
export function namedAttribute(
  { columns }: CatalogueIndex,
  interest: NamedInterest,
): NamedColumn | undefined {
  const [column, name] = attributeAndValue(interest.name);
  return namedLast(columns[columnNamed(columns, column) ?? -1], [{ ...interest, name }]);
}

/** Step of the latest interest; 0 without any. */
export function lastStepOf(list: readonly Pick<NamedInterest, 'step'>[]): number {
  let last = 0;
  for (const { step } of list) last = Math.max(last, step);
  return last;
}

/**
 * Tests by what meets them together: a search for "16 gb" may mean any column of that dimension, so that one of them is
 * enough. Columns that measure nothing stand alone.
 */
export const byDimension = <T extends { readonly column: Column; readonly step: number }>(
  tests: readonly T[],
): readonly (readonly T[])[] => [
  ...Map.groupBy<unknown, T>(tests, ({ column, step }) =>
    column.measured === undefined ? column : `${step} ${column.measured.unit.dimension}`,
  ).values(),
];
