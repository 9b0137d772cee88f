import type { Warning } from '../types.ts';
import type { ParsedFile } from './parsed-file.ts';
import type { Separator } from './separator.ts';

/** A way to write quotation marks that is not that of the standard. */
interface QuoteForm {
  readonly mayBe: (text: string, separator: Separator) => boolean;
  /** The text with marks as the standard has them; undefined where it has none of this form. */
  readonly asStandard: (text: string, separator: Separator) => string | undefined;
  /** Whether nobody means what the standard reads: `"C:\\"` may be a whole cell. */
  readonly isNeverMeant: boolean;
  readonly warning: Warning;
}

export const QUOTE_FORMS: readonly QuoteForm[] = [
  {
    mayBe: (text) => text.includes('\\"'),
    asStandard: withDoubledQuotes,
    isNeverMeant: false,
    warning: {
      code: 'backslash_quotes',
      message:
        'Quotation marks inside cells are written as \\" and were read as marks. ' +
        'The standard writes them twice (""), as do files that are made from this one.',
    },
  },
  {
    mayBe: (text, separator) => new RegExp(`(?:^|[${separator}\n]) +"`).test(text),
    asStandard: withoutSpacesBeforeQuotes,
    isNeverMeant: true,
    warning: {
      code: 'spaced_quotes',
      message:
        'Spaces stand between the separators and the quotation marks of the cells behind them, and were passed over. ' +
        'The standard has none there, nor have files that are made from this one.',
    },
  },
];

/** A text as `readGrid` read it: with the quotation marks of the standard. */
export function withStandardQuotes(text: string, { warnings, separator }: ParsedFile): string {
  const form = QUOTE_FORMS.find(({ warning }) => warnings.includes(warning));
  return form?.asStandard(text, separator) ?? text;
}

const QUOTE = '"';
const BACKSLASH = '\\';

/**
 * A CSV text of which the quotation marks inside quoted cells are written with a backslash, as programs do that follow MySQL
 * or PHP, with these marks doubled as RFC 4180 has them. Other backslashes stay, since nothing tells whether they are escaped.
 *
 * @param text with line ends of any kind
 * @returns `undefined` where there is no such mark
 */
export function withDoubledQuotes(text: string, separator: Separator): string | undefined {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf(QUOTE, at);
    if (opening < 0) break;
    at = opening + 1;
    if (opening > 0 && ![separator, '\n', '\r', '\ufeff'].includes(text[opening - 1])) continue;
    for (;;) {
      const mark = text.indexOf(QUOTE, at);
      if (mark < 0) return undefined;
      at = mark + 1;
      if (isEscaped(text, mark, opening)) {
        parts.push(text.slice(copied, mark - 1), QUOTE, QUOTE);
        copied = at;
      } else if (text[at] === QUOTE) at++;
      else break;
    }
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(copied);
}

/** Whether an odd number of backslashes stands before a mark: two are one that is escaped itself. */
function isEscaped(text: string, mark: number, opening: number): boolean {
  let first = mark;
  while (first - 1 > opening && text[first - 1] === BACKSLASH) first--;
  return (mark - first) % 2 === 1;
}

/**
 * A CSV text of which spaces stand between the separators and the quotation marks that open cells, as in `"1"; "red; blue"`, without
 * these spaces: the standard takes the marks for a part of the cell.
 *
 * @param text with line ends of any kind
 * @returns `undefined` where there is no such space, or where a quoted cell has no end
 */
export function withoutSpacesBeforeQuotes(text: string, separator: Separator): string | undefined {
  const ends = new RegExp(`[${separator}\r\n]`, 'g');
  const parts: string[] = [];
  let copied = 0;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at = ends.lastIndex) {
    const first = behindSpaces(text, at);
    let last = at;
    if (text[first] === '"') {
      const closing = closingMark(text, first);
      if (closing === undefined) return undefined;
      if (first > at) {
        parts.push(text.slice(copied, at));
        copied = first;
      }
      last = closing + 1;
    }
    ends.lastIndex = last;
    if (!ends.test(text)) break;
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(copied);
}

function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** The mark that ends the cell that a mark opens; two of them are one of the text. */
function closingMark(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return undefined;
}
