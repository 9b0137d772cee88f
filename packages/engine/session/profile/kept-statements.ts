import type { SignalTypes } from '../signals/signal-type.ts';
import { attributeAndValue } from '../text/names.ts';
import type { Statement } from '../types.ts';
import { PROFILE_BOUNDS } from './draft.ts';

/** The first index from which on the values have at most `bound` characters together. */
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
  // A later word on the same value replaces an exclusion.
  const said = new Set<string>();
  const excluded = all.toReversed().filter(({ type, value }, fromEnd) => {
    const named = types[type]?.states?.names?.(value);
    if (named === undefined) return false;
    const isSaid = said.has(named.name) || said.has(attributeAndValue(named.name)[1]);
    said.add(named.name);
    return named.isNot && !isSaid && all.length - 1 - fromEnd < begin;
  });
  const held = excluded.slice(0, PROFILE_BOUNDS.unwanted).reverse();
  return [...held.slice(beginWithin(held, PROFILE_BOUNDS.stated)), ...all.slice(begin)];
}
