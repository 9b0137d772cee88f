/**
 * Texts that stand for "not recorded", in lower case. The contract names N/A, -, unknown, none, null, TBD and ?; the
 * rest are spellings of the same that spreadsheets, databases and statistics programs write (R's NA, Excel's #N/A,
 * typographic dashes, a pivot table's "(blank)" in its languages, and the errors of formulas).
 */
const PLACEHOLDERS = new Set([
  'n/a',
  'na',
  'n.a.',
  'n.a',
  '#n/a',
  '#na',
  '<na>',
  'nan',
  '-',
  '--',
  '---',
  '\u2013',
  '\u2014',
  'unknown',
  'none',
  'null',
  '(null)',
  'nil',
  'undefined',
  'tbd',
  'tba',
  '?',
  '??',
  '???',
  '\\n',
  '#nv',
  '#value!',
  '#ref!',
  '#name?',
  '#div/0!',
  '#null!',
  '#num!',
  ...[
    'empty',
    'blank',
    'null',
    'none',
    'leer',
    'vide',
    'vac\u00edo',
    'vacio',
    'vuoto',
    'leeg',
    'vazio',
    'tom',
  ].flatMap((word) => [`(${word})`, `[${word}]`, `<${word}>`]),
]);

const LONGEST = Math.max(...[...PLACEHOLDERS].map(({ length }) => length));

/** The codes of their first characters, in either case: one character rules out most texts. */
const FIRST_CODES = new Set(
  [...PLACEHOLDERS].flatMap((text) => [text.charCodeAt(0), text.toUpperCase().charCodeAt(0)]),
);

/** Whether a trimmed, non-empty cell text means "not recorded". */
export function isPlaceholder(text: string): boolean {
  return (
    text.length <= LONGEST && FIRST_CODES.has(text.charCodeAt(0)) && PLACEHOLDERS.has(text.toLowerCase())
  );
}
