import type { NamedInterest, Profile } from '../../session/types.ts';
import { type Column, holdsOneOf } from '../indexing/column.ts';
import { valuesNamed } from '../indexing/value-lookup.ts';

type Interests = Profile['interests'];

/**
 * What a wish, or a product that was looked at, still counts once the shopper turns to something else: as much as a
 * view counts of the next one (`wishes.ts`), where that could be measured.
 */
export const SUPERSEDED_SHARE = 0.15;

/**
 * What a session named, less of what it has turned from: what was said in a search before the last one, or when a
 * category was named before the last one. Ageing alone would leave nine tenths of it, so that who looked for a wireless
 * keyboard and then opens the headphones would still see keyboards first. What is said again counts as of then: of
 * "black boots", then "leather boots", only black is left behind. Who narrows a search by a category, or looks for
 * something within one, turns from nothing.
 *
 * @param searchedAnew whether a search comes after all that the profile holds
 */
export function weakenSuperseded(interests: Interests, searchedAnew: boolean): Interests {
  const { category, brand, attribute, keyword } = interests;
  const turned = new Set<number>();
  addStepsBefore(lastStepOf(category), category, turned);
  addStepsBefore(searchedAnew ? Number.POSITIVE_INFINITY : lastStepOf(keyword), keyword, turned);
  if (turned.size === 0) return interests;
  const lessened = (list: readonly NamedInterest[]): readonly NamedInterest[] =>
    list.map((interest) => {
      const { step, short, long } = interest;
      return turned.has(step)
        ? { ...interest, short: SUPERSEDED_SHARE * short, long: SUPERSEDED_SHARE * long }
        : interest;
    });
  return {
    ...interests,
    category: lessened(category),
    brand: lessened(brand),
    attribute: lessened(attribute),
    keyword: lessened(keyword),
  };
}

/** The step at which one of some interests was named last; 0 where there are none. */
export function lastStepOf(list: readonly NamedInterest[]): number {
  let last = 0;
  for (const { step } of list) last = Math.max(last, step);
  return last;
}

function addStepsBefore(end: number, list: readonly NamedInterest[], steps: Set<number>): void {
  for (const { step } of list) if (step < end) steps.add(step);
}

/**
 * Tells of a cell of the category column, and of the step at which a product with this cell was touched, whether the
 * shopper has named another category since.
 */
export function supersededCategory(
  category: Column | undefined,
  interests: Interests,
): (cell: number, step: number) => boolean {
  const last = lastStepOf(interests.category);
  if (category === undefined || last === 0) return () => false;
  const named = interests.category.filter(({ step }) => step === last);
  const values = new Set(named.flatMap(({ name }) => valuesNamed(category, name)));
  // What the catalogue does not know leads nowhere.
  if (values.size === 0) return () => false;
  return (cell, step) => step < last && cell >= 0 && !holdsOneOf(category, cell, values);
}
