import type { SignalTypes } from '../signals/signal-type.ts';
import type { Statement } from '../types.ts';
import { PROFILE_BOUNDS } from './draft.ts';

/** The index after the last statement, counted from the end, with which the characters of a list exceed a bound. */
function beginWithin(statements: readonly Statement[], bound: number): number {
  let characters = 0;
  const beyond = statements.findLastIndex(({ value }) => {
    characters += value.length;
    return characters > bound;
  });
  return beyond + 1;
}

/**
 * The statements that a profile keeps, oldest first, when one more is made: the latest ones, and of those before them
 * what was excluded and not asked for since.
 */
export function withStatement(
  statements: readonly Statement[],
  latest: Statement,
  types: SignalTypes,
): readonly Statement[] {
  const all = [...statements, latest];
  const begin = Math.min(
    Math.max(all.length - PROFILE_BOUNDS.statements, beginWithin(all, PROFILE_BOUNDS.stated)),
    all.length - 1,
  );
  if (begin === 0) return all;
  const filterOf = ({ type, value }: Statement) => types[type]?.states?.filter?.(value);
  // A later word on the same value replaces an exclusion.
  const said = new Set<string | undefined>();
  const excluded = all.toReversed().filter((statement, fromEnd) => {
    const filter = filterOf(statement);
    if (filter === undefined || said.has(filter.name)) return false;
    said.add(filter.name);
    return filter.isNot && all.length - 1 - fromEnd < begin;
  });
  const held = excluded.slice(0, PROFILE_BOUNDS.unwanted).reverse();
  return [...held.slice(beginWithin(held, PROFILE_BOUNDS.stated)), ...all.slice(begin)];
}
