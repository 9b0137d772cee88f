/** Separators of multi-valued cells, those first that hardly stand for anything else. */
const SEPARATORS = ['|', ';', '\n', ', ', ' / ', ','] as const;

export type ListSeparator = (typeof SEPARATORS)[number];

/** A column called "tags" or "values" lists, so that fewer of its parts need to recur; few do on a small shelf. */
const NAMED_LIST = 0.4;

/** Below these shares of recurring parts, a separator belongs to the text. Set on real shelves; see docs/design/catalogue.md. */
const RECURRING_OCCURRENCES: Record<ListSeparator, number> = {
  '|': 0.4,
  ';': 0.4,
  '\n': 0.6,
  ', ': 0.65,
  ' / ': 0.65,
  ',': 0.65,
};
const ALL_RECURRING: Record<ListSeparator, number> = {
  '|': 0.15,
  ';': 0.15,
  '\n': 0.25,
  ', ': 0.35,
  ' / ': 0.35,
  ',': 0.35,
};
const LONGEST_PART_WORDS = 4;
const LETTER = /\p{L}/u;

/** The values that a cell lists; a cell of nothing but separators is its own value. */
export function splitList(text: string, separator: ListSeparator): string[] {
  const parts: string[] = [];
  for (const part of text.split(separator)) {
    const trimmed = part.trim();
    if (trimmed !== '') parts.push(trimmed);
  }
  return parts.length === 0 ? [text] : parts;
}

/**
 * The separator under which the cells of a column list several values each, if any. A list is recognised by its parts: they are
 * short, and stand in other cells too, in other company. `Washed / Wet` is one value, since neither half is ever seen without the other.
 *
 * @param folded the distinct cells of the column, in lower case
 * @param namedList whether the column's name says that it lists
 */
export function decideListSeparator(
  folded: readonly string[],
  namedList: boolean,
): ListSeparator | undefined {
  for (const separator of SEPARATORS)
    if (isList(folded, separator, namedList ? NAMED_LIST : 1)) return separator;
  return undefined;
}

function isList(folded: readonly string[], separator: ListSeparator, ease: number): boolean {
  const several: string[][] = [];
  const cellsWith = new Map<string, number>();
  for (const text of folded) {
    if (!text.includes(separator)) continue;
    const parts = [...new Set(splitList(text, separator))];
    if (parts.length > 1) several.push(parts);
    // A comma between digits belongs to a number or packs two of them.
    if (separator === ',' && !parts.every((part) => LETTER.test(part))) return false;
    for (const part of parts) cellsWith.set(part, (cellsWith.get(part) ?? 0) + 1);
  }
  if (several.length === 0) return false;
  for (const text of folded) {
    if (text.includes(separator)) continue;
    const count = cellsWith.get(text);
    if (count !== undefined) cellsWith.set(text, count + 1);
  }
  let occurrences = 0;
  let recurring = 0;
  let allRecurring = 0;
  let words = 0;
  for (const parts of several) {
    let here = 0;
    for (const part of parts) {
      occurrences++;
      words += part.split(' ').length;
      if (cellsWith.get(part)! > 1) here++;
    }
    recurring += here;
    if (here === parts.length) allRecurring++;
  }
  return (
    words / occurrences <= LONGEST_PART_WORDS &&
    recurring >= ease * RECURRING_OCCURRENCES[separator] * occurrences &&
    allRecurring >= ease * ALL_RECURRING[separator] * several.length
  );
}
