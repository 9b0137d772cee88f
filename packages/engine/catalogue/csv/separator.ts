import Papa from 'papaparse';

export type Separator = ',' | ';' | '\t' | '|';

const CANDIDATES: readonly Separator[] = [',', ';', '\t', '|'];

/** Characters of the file's beginning that are looked at; set by hand. */
const LOOKED_AT = 1 << 20;

/** The number of first rows that are compared when the header alone is ambiguous; set by hand. */
const ROWS_LOOKED_AT = 50;

/**
 * The separator of a CSV text with unified line ends, recognised from its header row. Where the header holds several
 * candidates (a column called `Size, cm` in a file with semicolons), the first rows decide: the right separator gives
 * rows as long as the header.
 *
 * @param preamble whether lines may stand above the header: where the rows below the first are all of one length that
 * is not the first's, they decide
 */
export function recogniseSeparator(whole: string, preamble = false): Separator {
  const text = whole.slice(0, LOOKED_AT);
  const below = preamble ? separatorBelow(text) : undefined;
  if (below !== undefined) return below;
  const header = headerRow(text);
  const counts = CANDIDATES.map((candidate) => ({ candidate, count: countOutsideQuotes(header, candidate) }));
  const present = counts.filter(({ count }) => count > 0);
  if (present.length === 0) return ',';
  if (present.length === 1) return present[0].candidate;
  let best = present[0];
  let bestFit = -1;
  for (const each of present) {
    const fit = shareOfFittingRows(text, each.candidate);
    if (fit > bestFit || (fit === bestFit && each.count > best.count)) {
      best = each;
      bestFit = fit;
    }
  }
  return best.candidate;
}

/** The first record, which may run over several lines where a name is quoted. */
function headerRow(text: string): string {
  let quoted = false;
  const first = text.search(/\S/);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) quoted = !quoted;
    else if (code === 10 && !quoted && i > first) return text.slice(0, i);
  }
  const end = text.indexOf('\n');
  return quoted && end !== -1 ? text.slice(0, end) : text;
}

/** A table has at least so many columns; prose has one comma, or two. */
const LEAST_COLUMNS = 3;
/** The share of rows that have the length of the table's, where lines stand above it; set by hand. */
const ALIKE = 0.7;

/** The separator of the rows below a preamble; undefined where the first row is one of the table's. */
function separatorBelow(text: string): Separator | undefined {
  let best: { readonly separator: Separator; readonly width: number } | undefined;
  for (const delimiter of CANDIDATES) {
    const { data } = Papa.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      preview: ROWS_LOOKED_AT + 1,
      skipEmptyLines: 'greedy',
    });
    const counts = new Map<number, number>();
    for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width, count] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
    if (width < LEAST_COLUMNS || count < ALIKE * data.length) continue;
    if (data[0].length * 2 > width) return undefined;
    if (width > (best?.width ?? 0)) best = { separator: delimiter, width };
  }
  return best?.separator;
}

function countOutsideQuotes(row: string, separator: string): number {
  let quoted = false;
  let count = 0;
  for (let i = 0; i < row.length; i++) {
    if (row[i] === '"') quoted = !quoted;
    else if (!quoted && row[i] === separator) count++;
  }
  return count;
}

function shareOfFittingRows(text: string, separator: Separator): number {
  const { data } = Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    preview: ROWS_LOOKED_AT + 1,
    skipEmptyLines: 'greedy',
  });
  const header = data[0];
  if (header === undefined || data.length < 2) return 0;
  const fitting = data.slice(1).filter((row) => row.length === header.length).length;
  return fitting / (data.length - 1);
}
