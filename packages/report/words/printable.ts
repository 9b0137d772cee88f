import { stripVTControlCharacters } from 'node:util';

/**
 * Makes untrusted text (catalogue cells, file names) safe to print: removes escape sequences, control
 * characters and bidirectional overrides. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(UNPRINTABLE, '\u{FFFD}');
}

/** The same on one line: each run of white space becomes one space. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/gu, ' ').trim();
}

// Control characters (except tab and line feed), line and paragraph separators, bidirectional controls, lone
// surrogates.
const UNPRINTABLE = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]--[\t\n]]/gv;
