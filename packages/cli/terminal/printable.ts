import { stripVTControlCharacters } from 'node:util';

/**
 * Text of others (catalogue cells, file names) made safe to print: no escape sequences, control characters, or marks
 * that reorder what follows them (bidirectional overrides). Line ends and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(UNPRINTABLE, '\u{FFFD}');
}

/** The same on one line: any run of white space becomes one space. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/gu, ' ').trim();
}

// Controls (tab and line feed apart), line and paragraph separators, bidirectional controls, lone surrogates.
const UNPRINTABLE = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]--[\t\n]]/gv;
