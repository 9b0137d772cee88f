import { fold } from '../columns/text-folding.ts';
import { attributeKey } from './attribute-key.ts';
import { type Entry, entriesOf, type PackStyle } from './forms/index.ts';

/** One value that takes the place of another. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
  /** The separator of the values of one cell; absent where no cell has several. */
  readonly separator?: string | undefined;
}

/**
 * The text of a cell with another value in place of one; the other values of a list stay as they are. Where the list has
 * the new value already, the old one is taken out. Letter case and runs of spaces do not tell values apart.
 *
 * @returns undefined where the cell has no such value
 */
export function withReplaced(text: string, { from, to, separator }: Replacement): string | undefined {
  const old = fold(from.trim());
  const isOld = (part: string) => fold(part.trim()) === old && part.trim() !== to;
  if (isOld(text)) return to;
  if (separator === undefined) return undefined;
  const between = separator.trim() || separator;
  const parts = text.split(between);
  if (!parts.some(isOld)) return undefined;
  const replaced = parts.map((part) => (isOld(part) ? inPlaceOf(part, to) : part));
  const once = replaced.filter(
    (part, at) => part.trim() !== to || replaced.findIndex((each) => each.trim() === to) === at,
  );
  return inPlaceOf(text, once.join(between).trim());
}

/**
 * The same of the value of one key in a cell that holds several attributes.
 *
 * @returns undefined where the cell has no such value, or it is written so that it cannot be told from the rest
 */
export function withEntryReplaced(
  text: string,
  pack: PackStyle,
  key: string,
  replacement: Replacement,
): string | undefined {
  const before = entriesOf(text, pack);
  if (before === undefined) return undefined;
  const wanted = before.map((entry) => {
    const value =
      attributeKey(entry.key) === attributeKey(key) ? withReplaced(entry.value, replacement) : undefined;
    return value === undefined ? entry : { ...entry, value };
  });
  for (const [at, entry] of wanted.entries()) {
    const was = before[at].value;
    if (entry.value === was) continue;
    for (let place = text.indexOf(was); place >= 0; place = text.indexOf(was, place + 1)) {
      const written = text.slice(0, place) + entry.value + text.slice(place + was.length);
      if (isSame(entriesOf(written, pack), wanted)) return written;
    }
  }
  return undefined;
}

const inPlaceOf = (part: string, value: string): string =>
  `${/^\s*/.exec(part)![0]}${value}${/\s*$/.exec(part)![0]}`;

const isSame = (some: readonly Entry[] | undefined, others: readonly Entry[]): boolean =>
  some?.length === others.length &&
  some.every(
    ({ key, value, section }, at) =>
      key === others[at].key && value === others[at].value && section === others[at].section,
  );
