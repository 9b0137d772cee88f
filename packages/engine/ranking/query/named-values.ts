import type { NamedInterest } from '../../session/types.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import type { SessionState } from '../intent/session-state.ts';
import { lastStepOf } from './intent-shift.ts';

/** A value that a search names, in any of the columns that have it. */
export interface NamedInSearch {
  meets(product: number): boolean;
  /** How far the words mean the value, 0 to 1, see `disambiguation.ts`. */
  readonly share: number;
}

/**
 * The values that the last search names so that hardly anything else is meant: its category, and those of several words,
 * such as "cherry mx red". A single word may stand in a text as well ("wireless").
 */
export function namedInSearch({ bound: { index }, interests }: SessionState): Iterable<NamedInSearch> {
  const last = lastStepOf(interests.keyword);
  const named = new Map<string, { readonly columns: ((product: number) => boolean)[]; share: number }>();
  const add = ({ step, short }: NamedInterest, value: string, column: Column | undefined): void => {
    if (last === 0 || step !== last || column === undefined || column.measured !== undefined) return;
    if (column !== index.category && !value.includes(' ')) return;
    const values = new Set(valuesNamed(column, value));
    if (values.size === 0) return;
    const known = named.get(value) ?? { columns: [], share: 0 };
    named.set(value, known);
    const { cell } = column;
    known.columns.push((product) => cell[product] >= 0 && holdsOneOf(column, cell[product], values));
    known.share = Math.max(known.share, Math.min(1, short));
  };
  for (const interest of interests.category) add(interest, interest.name, index.category);
  for (const interest of interests.brand) add(interest, interest.name, index.brand);
  for (const interest of interests.attribute) {
    const end = interest.name.indexOf('=');
    const number = columnNamed(index.columns, interest.name.slice(0, end));
    add(interest, interest.name.slice(end + 1), index.columns[number ?? -1]);
  }
  return [...named.values()].map(({ columns, share }) => ({
    meets: (product) => columns.some((has) => has(product)),
    share,
  }));
}
