import { createRequire } from 'node:module';
import { oneLine } from '@decidable/report/printable';
import type stringWidth from 'string-width';

const load = createRequire(import.meta.url);
let widthOfAny: typeof stringWidth | undefined;

/** Letters, figures and signs of one column each. */
const PLAIN = /^[ -~]*$/;

/**
 * Display width of a text in columns. Styling has no width; wide characters have two columns. What measures them takes a
 * third of the time of a short command to load (expressions of all emoji), and most texts do not need it.
 */
export function width(text: string): number {
  if (PLAIN.test(text)) return text.length;
  widthOfAny ??= (load('string-width') as { readonly default: typeof stringWidth }).default;
  return widthOfAny(text);
}

const segmenter = new Intl.Segmenter();

/**
 * Makes a text fit one line of `columns`. A longer text is cut at a grapheme and ends with `…`.
 *
 * @example fit('Schränke und Regale', 9) // 'Schränke…'
 */
export function fit(text: string, columns: number): string {
  const line = oneLine(text);
  if (width(line) <= columns) return line;
  let fitted = '';
  let taken = 0;
  for (const { segment } of segmenter.segment(line)) {
    const wide = width(segment);
    if (taken + wide > columns - 1) break;
    fitted += segment;
    taken += wide;
  }
  return `${fitted.trimEnd()}…`;
}

/**
 * Pads to `columns` of display width, on the right (text) or on the left (figures). The text may be styled.
 */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - width(text))) + text;
}

/** Breaks text at spaces into lines of at most `columns`. A word that is longer than a line is broken. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of oneLine(text).split(' ')) {
    for (const piece of pieces(word, columns)) {
      const wide = width(piece);
      if (taken > 0 && taken + 1 + wide > columns) {
        lines.push(line);
        line = '';
        taken = 0;
      }
      line += taken > 0 ? ` ${piece}` : piece;
      taken += (taken > 0 ? 1 : 0) + wide;
    }
  }
  if (taken > 0 || lines.length === 0) lines.push(line);
  return lines;
}

function pieces(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const found: string[] = [];
  let piece = '';
  let taken = 0;
  for (const { segment } of segmenter.segment(word)) {
    const wide = width(segment);
    if (taken > 0 && taken + wide > columns) {
      found.push(piece);
      piece = '';
      taken = 0;
    }
    piece += segment;
    taken += wide;
  }
  found.push(piece);
  return found;
}

/** An indented paragraph whose first line starts with `lead`, which is as wide as the indent. */
export function paragraph(
  text: string,
  columns: number,
  indent: number,
  lead = ' '.repeat(indent),
): string[] {
  return wrap(text, columns - indent).map((line, index) => (index === 0 ? lead : ' '.repeat(indent)) + line);
}

/** Columns to use: those of the terminal, or `COLUMNS`, or 80; at least 40, at most 120 for readability. */
export function columnsOf(
  stream: { readonly columns?: number },
  env: Readonly<Record<string, string | undefined>> = process.env,
): number {
  const asked = Number.parseInt(env.COLUMNS ?? '', 10);
  const columns = stream.columns || (asked > 0 ? asked : 80);
  return Math.min(120, Math.max(40, columns));
}

/** Columns for a list that scripts may read: those of a terminal, unlimited elsewhere. */
export function listColumnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number {
  return stream.isTTY ? columnsOf(stream) : Number.POSITIVE_INFINITY;
}
