/** What a column knows of its values. */
export interface Known {
  readonly values: readonly string[];
  readonly kind?: string;
  readonly separator?: string;
}

/** As many values are offered at most; of a column with more it cannot be told here whether one is new. */
const MOST_VALUES = 500;
/** Shorter values stand in too many texts by chance. */
const SHORTEST = 3;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
const isMeasured = ({ kind }: Known): boolean => kind === 'number' || kind === 'date';

/** Whether the column has no such value yet; a slip often looks so. Measures are new all the time. */
export function isNewValue(value: string, known: Known): boolean {
  if (value === '' || isMeasured(known) || known.values.length >= MOST_VALUES) return false;
  const parts = known.separator === undefined ? [value] : value.split(known.separator);
  const names = new Set(known.values);
  return parts.some((part) => part.trim() !== '' && !names.has(part.trim()));
}

/** A value of the column that a text names, and where. */
export interface Mention {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The one value of the column that a text names in whole words; undefined where it names none, or several, which only a
 * person can tell apart.
 */
export function mentionedValue(text: string, known: Known): Mention | undefined {
  if (isMeasured(known)) return undefined;
  const read = folded(text);
  // Folding that changes the length would mark another place.
  if (read.length !== text.length) return undefined;
  const found: Mention[] = [];
  for (const value of known.values) {
    const wanted = folded(value);
    if (wanted.length < SHORTEST) continue;
    const start = placeOfWords(read, wanted);
    if (start >= 0) found.push({ value, start, end: start + wanted.length });
  }
  const longest = found.filter(
    (each) =>
      !found.some(
        (other) =>
          other !== each &&
          other.value.length > each.value.length &&
          folded(other.value).includes(folded(each.value)),
      ),
  );
  return longest.length === 1 ? longest[0] : undefined;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

function placeOfWords(text: string, wanted: string): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' '];
    if (!LETTER.test(before) && !LETTER.test(after)) return at;
  }
  return -1;
}
