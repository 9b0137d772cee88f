import { optionConceptOf, wordsOf } from '../columns/header-names.ts';

/** Of the values of an option those that another one must have, to be the same option by another name; and how many. */
const SHARED = 0.5;
const FEWEST_SHARED = 2;

/** An option under one of its names. */
export interface NamedOption {
  readonly key: string;
  /** The products that have it. */
  readonly products: ReadonlySet<number>;
  /** Its values in lower case. */
  readonly values: ReadonlySet<string>;
}

/**
 * For each option the place of the one whose name it gets: `Farbe` and `Colour` are `Color` where no product has two of
 * them, and either their names mean the same, or most values of one are values of the other. Numbers are no evidence: the
 * 5 of a ring is not that of a pack.
 *
 * @param options the most frequent first
 */
export function synonyms(options: readonly NamedOption[]): readonly number[] {
  const groups: { readonly first: number; readonly products: Set<number>; readonly values: Set<string> }[] =
    [];
  return options.map((option, at) => {
    const group = groups.find(
      ({ first, products, values }) =>
        isDisjoint(option.products, products) &&
        (sameName(options[first].key, option.key) || shares(option.values, values)),
    );
    if (group === undefined) {
      groups.push({ first: at, products: new Set(option.products), values: new Set(option.values) });
      return at;
    }
    for (const product of option.products) group.products.add(product);
    for (const value of option.values) group.values.add(value);
    return group.first;
  });
}

function sameName(one: string, other: string): boolean {
  const concept = optionConceptOf(wordsOf(one));
  return concept !== undefined && concept === optionConceptOf(wordsOf(other));
}

const isDisjoint = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean => {
  for (const product of one) if (other.has(product)) return false;
  return true;
};

function shares(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const worded = [...own].filter((value) => /\p{L}/u.test(value));
  const shared = worded.filter((value) => others.has(value)).length;
  return shared >= FEWEST_SHARED && shared >= SHARED * own.size;
}
