import { attributeAndValue, interestName } from '../text/names.ts';

/** Most values kept of each kind; the table is emptied when there are more. Set by hand. */
const MOST_REMEMBERED = 10_000;
/** Longer values are seldom sent twice; set by hand. */
const LONGEST_REMEMBERED = 64;

/** Memoises a function of a value, so that all sessions which name the same value share the result. */
export function remembering<T extends object | string>(make: (value: string) => T): (value: string) => T {
  const known = new Map<string, T>();
  return (value) => {
    if (value.length > LONGEST_REMEMBERED) return make(value);
    let made = known.get(value);
    if (made === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear();
      made = make(value);
      known.set(value, made);
    }
    return made;
  };
}

/** {@link interestName} of a category or brand as it was sent. */
export const nameSent = remembering(interestName);

/** What an `attribute_filter` names. */
export interface Filter {
  readonly attribute: string;
  /** Of the interest: "colour=red". */
  readonly name: string;
  /** Whether the value is not wanted: "colour!=red". */
  readonly isNot: boolean;
}

/** Reads the value of an `attribute_filter`. */
export const filterSent = remembering((value): Filter => {
  const [named, wanted] = attributeAndValue(value);
  const attribute = interestName(named.replace(/!\s*$/, ''));
  return { attribute, name: `${attribute}=${interestName(wanted)}`, isNot: /!\s*$/.test(named) };
});
