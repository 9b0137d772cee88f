import type { Separator } from './separator.ts';

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
