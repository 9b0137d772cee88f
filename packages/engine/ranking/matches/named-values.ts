import type { NamedInterest } from '../../session/types.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { columnNamed, valuesNamed } from '../indexing/value-lookup.ts';
import type { SessionState } from '../intent/session-state.ts';
import { lastStepOf } from '../query/intent-shift.ts';

/** A value that a search names, in any of the columns that have it. */
export interface NamedInSearch {
  meets(product: number): boolean;
  /** How much of its relevance a match loses without it, 0 to 1. */
  readonly loss: number;
}

/**
 * What a match loses that lacks a value of several words, and a category: the words may stand in it all the same. Both as
 * far as the words mean the value (`disambiguation.ts`). Set by hand.
 */
const LOSS_OF_PHRASE = 0.8;
const LOSS_OF_CATEGORY = 0.3;

/**
 * The values that the last search names so that hardly anything else is meant: its category, and those of several words,
 * such as "cherry mx red". A single word may stand in a text as well ("wireless").
 */
export function namedInSearch({ bound: { index }, interests }: SessionState): Iterable<NamedInSearch> {
  const last = lastStepOf(interests.keyword);
  const named = new Map<string, { readonly columns: ((product: number) => boolean)[]; loss: number }>();
  const add = ({ step, short }: NamedInterest, value: string, column: Column | undefined): void => {
    if (last === 0 || step !== last || column === undefined || column.measured !== undefined) return;
    const isPhrase = value.includes(' ');
    if (column !== index.category && !isPhrase) return;
    const values = new Set(valuesNamed(column, value));
    if (values.size === 0) return;
    const known = named.get(value) ?? { columns: [], loss: 0 };
    named.set(value, known);
    const { cell } = column;
    known.columns.push((product) => cell[product] >= 0 && holdsOneOf(column, cell[product], values));
    known.loss = Math.max(known.loss, Math.min(1, short) * (isPhrase ? LOSS_OF_PHRASE : LOSS_OF_CATEGORY));
  };
  for (const interest of interests.category) add(interest, interest.name, index.category);
  for (const interest of interests.brand) add(interest, interest.name, index.brand);
  for (const interest of interests.attribute) {
    const end = interest.name.indexOf('=');
    const number = columnNamed(index.columns, interest.name.slice(0, end));
    add(interest, interest.name.slice(end + 1), index.columns[number ?? -1]);
  }
  return [...named.values()].map(({ columns, loss }) => ({
    meets: (product) => columns.some((has) => has(product)),
    loss,
  }));
}
