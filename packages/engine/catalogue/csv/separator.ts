import Papa from 'papaparse';

export type Separator = ',' | ';' | '\t' | '|';

const CANDIDATES: readonly Separator[] = [',', ';', '\t', '|'];

/** Characters of the file's beginning that are looked at; set by hand. */
const LOOKED_AT = 1 << 20;

/** The number of first rows that are compared; set by hand. */
const ROWS_LOOKED_AT = 50;

/**
 * The separator of a CSV text with unified line ends: the one under which the first rows are most alike and widest. So a
 * name with several commas (`Sizes (S, M, L)`) does not outvote rows with semicolons.
 *
 * @param preamble whether lines may stand above the header, which then need not hold the separator
 */
export function recogniseSeparator(whole: string, preamble = false): Separator {
  const text = whole.slice(0, LOOKED_AT);
  let best: Separator = ',';
  let most = 0;
  for (const separator of CANDIDATES) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter: separator,
      newline: '\n',
      preview: ROWS_LOOKED_AT + 1,
      skipEmptyLines: 'greedy',
    });
    if (data.length === 0 || (!preamble && data[0].length < 2)) continue;
    const own = consistency(data);
    if (own > most) [best, most] = [separator, own];
  }
  return best;
}

/**
 * How alike rows are: of each length L that n rows have `n (L - 1) / L`, summed and divided by the number of lengths (the
 * pattern score of van den Burg, Nazábal and Sutton, "Wrangling messy CSV files by detecting row and type patterns",
 * 2019).
 */
function consistency(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  let sum = 0;
  for (const [length, count] of counts) sum += (count * (length - 1)) / length;
  return sum / counts.size;
}
