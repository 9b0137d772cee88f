import type { NamedInterest, Profile } from '../../session/types.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { lastStepOf, namedLast } from './named-values.ts';

type Interests = Profile['interests'];

/**
 * Share of the evidence that still applies after an intent shift. Taken from the measured weight of a view relative
 * to the next later one (`VIEW_DECAY` of `column-preference.ts`): no available history has categories, searches and
 * clicks to fit it on.
 */
export const SUPERSEDED_SHARE = 0.15;

/**
 * Weakens the interests that an intent shift has superseded: those of searches before the last search, and those
 * named together with a category before the last category. Decay alone would leave nine tenths of them: a shopper who
 * searched for a wireless keyboard and then opens the headphones would still see keyboards first. An interest that is
 * stated again counts from then: after "black boots" and "leather boots" only black is superseded. A search within a
 * category supersedes nothing of the category, nor does a category view after a search supersede the search.
 *
 * @param newSearch whether a search follows that the profile does not hold yet
 */
export function weakenSuperseded(interests: Interests, newSearch: boolean): Interests {
  const { category, brand, attribute, keyword } = interests;
  const superseded = new Set<number>();
  addStepsBefore(lastStepOf(category), category, superseded);
  addStepsBefore(newSearch ? Number.POSITIVE_INFINITY : lastStepOf(keyword), keyword, superseded);
  if (superseded.size === 0) return interests;
  const weakened = (list: readonly NamedInterest[]): readonly NamedInterest[] =>
    list.map((interest) => {
      const { step, short, long } = interest;
      return superseded.has(step)
        ? { ...interest, short: SUPERSEDED_SHARE * short, long: SUPERSEDED_SHARE * long }
        : interest;
    });
  return {
    ...interests,
    category: weakened(category),
    brand: weakened(brand),
    attribute: weakened(attribute),
    keyword: weakened(keyword),
  };
}

/** Adds the steps of the interests before `end` to `steps`. */
function addStepsBefore(end: number, list: readonly NamedInterest[], steps: Set<number>): void {
  for (const { step } of list) if (step < end) steps.add(step);
}

/**
 * Tests whether the session named another category after an interaction.
 *
 * @returns a test of a cell of the category column and the step of an interaction with a product of that cell
 */
export function supersededCategory(
  category: Column | undefined,
  interests: Interests,
): (cell: number, step: number) => boolean {
  const named = namedLast(category, interests.category);
  if (named === undefined) return () => false;
  return (cell, step) => step < named.step && cell >= 0 && !holdsOneOf(named.column, cell, named.values);
}
