import { measureOf } from '../../../catalogue/numbers/units.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../languages/index.ts';
import type { Language } from '../../../languages/language-pack.ts';
import { wordsOf } from '../tokens.ts';

/** No apostrophe ("90's"), and no half of a height ("5'8"); but 10'x12 and 9'6" are feet. */
const FOOT_MARK = /(?<=\d)\s?['’\u2032](?=\s?x\s?\d|\d+\s?["”\u2033]|(?!['’\u2032\p{L}\d]))/gu;
const INCH_MARK = /(?<=\d)\s?(?:["”\u2033]|['’\u2032]{2})/gu;
/** With a point or a hyphen, "in" is inches whatever follows, but not in "2-in-1". */
const ABBREVIATED_INCH = /(?<=\d)(?:[\s-]?in\.(?!(?!x\s?\d)\p{L})|-in(?![\p{L}\d-]))/gu;
/** No width ("24 W x 36 H"), no "w/" for with, no v-neck, no 5W-30. */
const VOLTS_OR_WATTS = /(?<=\d)[\s-]?([vw])(?![\p{L}\d]|[-/][\p{L}\d]|\/|\s?x\s?\d)/gu;

const INCHES: ReadonlyMap<Language, string> = new Map(
  LANGUAGES.flatMap(({ code, words }) => (words?.inch === undefined ? [] : [[code, words.inch]])),
);
/** The folded word for inch, as which texts of the language are read. */
export const inchIn = (language: Language): string => INCHES.get(language) ?? 'inch';

/**
 * What units are called in texts, by their names in `units.ts`: those of which texts write the word as often as its
 * abbreviation. Other units stay as they are written, so that they are also found without a number.
 */
const CALLED: ReadonlyMap<string, string> = new Map([
  ['ft', 'ft'],
  ['v', 'volt'],
  ['w', 'watt'],
  ['gal', 'gallon'],
  ['lb', 'pound'],
]);

const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** "18x24", "x24" and "24in": the numbers of a size that is written as one word, with a unit behind them. */
const GLUED = /^x?(\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)*)(\p{L}*)$/u;
/** Behind one digit these letters are part of a name: 4G, 5S, 3M, 3D. */
const NAMED_BY_DIGIT = /^\d[gsmd]$/;

/** A unit as texts call it; `undefined` for another word. */
function unitWord(word: string, language: Language): string | undefined {
  const unit = measureOf(word);
  if (unit === undefined || unit.dimension === 'share') return undefined;
  return unit.name === 'in' ? inchIn(language) : (CALLED.get(unit.name) ?? word);
}

/** The numbers of a word, and its unit if it has one; `undefined` for a word that is not made of these alone. */
function partsOf(word: string, next: string | undefined, language: Language): readonly string[] | undefined {
  const [, numbers, letters] = GLUED.exec(word) ?? [];
  if (numbers === undefined || NAMED_BY_DIGIT.test(word)) return undefined;
  const sizes = numbers.split('x');
  const unit = unitWord(letters, language);
  if (letters !== '' && unit === undefined) return undefined;
  // X90 is a name, also behind a size; "x12 ft" is none.
  const isSize = unit !== undefined || (next !== undefined && unitWord(next, language) !== undefined);
  if (word.startsWith('x') && !isSize) return undefined;
  if (unit !== undefined) return [...sizes, unit];
  if (sizes.length === 1) return word.startsWith('x') ? sizes : undefined;
  // A search has each word once, and a 4x4 is more than a 4.
  return new Set(sizes).size === 1 ? [...sizes, word] : sizes;
}

/**
 * The words of a folded text as texts are searched by them, with measures written in one way: the shop says 12-Volt, 18 in.
 * x 24 in. and 27", shoppers type 12v, 18x24 and "27 inches". A unit is read behind a number only: the pound of a
 * pound cake is none.
 */
export function measuredWordsOf(folded: string, language: Language = DEFAULT_LANGUAGE): readonly string[] {
  if (!/\d/.test(folded)) return wordsOf(folded, language);
  const inch = ` ${inchIn(language)} `;
  const text = folded
    .replace(FOOT_MARK, ' ft ')
    .replace(INCH_MARK, inch)
    .replace(VOLTS_OR_WATTS, (_, unit) => ` ${CALLED.get(unit)} `);
  const words = wordsOf(
    language === DEFAULT_LANGUAGE ? text.replace(ABBREVIATED_INCH, inch) : text,
    language,
  );
  const written: string[] = [];
  /** Whether the word before is a number, and whether it is that or the unit of one. */
  let isBehindNumber = false;
  let isBehindSize = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const next = words[at + 1];
    // "18 x 24" is "18x24".
    if (word === 'x' && isBehindSize && next !== undefined && /^\d/.test(next)) continue;
    const parts: readonly string[] | undefined =
      /\d/.test(word) && (isBehindSize || !word.startsWith('x')) ? partsOf(word, next, language) : undefined;
    // "In" alone is mostly the preposition: "size 8 in black".
    const isUnit = isBehindNumber && word.length > 1 && word !== 'in';
    const unit = isUnit ? unitWord(word, language) : undefined;
    if (parts === undefined) written.push(unit ?? word);
    else written.push(...parts);
    isBehindNumber = NUMBER.test(written.at(-1)!);
    isBehindSize = isBehindNumber || unit !== undefined || parts !== undefined;
  }
  return written;
}
