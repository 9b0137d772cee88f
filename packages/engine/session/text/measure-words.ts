import { measureOf } from '../../catalogue/numbers/units.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { IN_WHAT } from './price-parser.ts';
import { wordsOf } from './tokens.ts';

const INCH_MARK = /(?<=\d)\s?(?:["”\u2033]|['’\u2032]{2})/gu;
/** No apostrophe ("90's"), and no height of a person ("5'8"), which nobody searches for in feet; but "10'x12". */
const FOOT_MARK = /(?<=\d)\s?['’\u2032](?=x\d|(?!['’\u2032\p{L}\d]))/gu;
/** With its point, "in" is inches whatever follows. */
const ABBREVIATED_INCH = /(?<=\d[\s-]?)in\.(?!\p{L})/gu;
/** Before these, and before a number, "in" is no inch: "size 8 in black", "2 in 1". */
const NO_INCH_BEFORE = new RegExp(`^(?:${IN_WHAT}|\\d.*)$`);
const INCHES: ReadonlyMap<Language, string> = new Map(
  LANGUAGES.flatMap(({ code, words }) => (words?.inch === undefined ? [] : [[code, words.inch]])),
);
const inchIn = (language: Language): string => INCHES.get(language) ?? 'inch';

/** Units that texts write out and abbreviate, by their names in `units.ts`; "ft" is no foot that shoes are for. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ['v', 'volt'],
  ['w', 'watt'],
  ['gal', 'gallon'],
  ['lb', 'pound'],
]);

const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** "18x24", and "x24" and "24in" alone: the numbers of a size that is written as one word, with a unit behind them. */
const GLUED = /^x?(\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)*)(\p{L}*)$/u;
/** Behind one digit a letter is part of a name (4G, 5S, 3M), except those of volts and watts. */
const NAMED_BY_DIGIT = /^\d[a-z]$/;

/** A unit as the words of a text write it; `undefined` for other words. */
function unitWord(word: string, next: string | undefined, language: Language): string | undefined {
  const unit = measureOf(word);
  if (unit === undefined || unit.dimension === 'share') return undefined;
  const isPreposition = language !== DEFAULT_LANGUAGE || (next !== undefined && NO_INCH_BEFORE.test(next));
  if (word === 'in' && isPreposition) return undefined;
  return unit.name === 'in' ? inchIn(language) : (WRITTEN_OUT.get(unit.name) ?? unit.name);
}

/** The numbers of a word, and its unit if it has one; `undefined` for a word that is not made of these alone. */
function partsOf(
  word: string,
  isBehindSize: boolean,
  next: string | undefined,
  language: Language,
): readonly string[] | undefined {
  const [, numbers, letters] = GLUED.exec(word) ?? [];
  if (numbers === undefined || (word.startsWith('x') && !isBehindSize)) return undefined;
  const sizes = numbers.split('x');
  if (letters === '') return sizes.length > 1 || word.startsWith('x') ? sizes : undefined;
  if (NAMED_BY_DIGIT.test(word) && letters !== 'v' && letters !== 'w') return undefined;
  const unit = unitWord(letters, next, language);
  return unit === undefined ? undefined : [...sizes, unit];
}

/**
 * The words of a folded text as texts are searched by them, with measures written in one way: the shop says 12-Volt, 18 in.
 * x 24 in. and 27", shoppers type 12v, 18x24 and "27 inches". A unit is read behind a number only: the pound of a
 * pound cake is none.
 */
export function measuredWordsOf(folded: string, language: Language = DEFAULT_LANGUAGE): readonly string[] {
  if (!/\d/.test(folded)) return wordsOf(folded, language);
  const inch = ` ${inchIn(language)} `;
  const unabbreviated = language === DEFAULT_LANGUAGE ? folded.replace(ABBREVIATED_INCH, inch) : folded;
  const words = wordsOf(unabbreviated.replace(INCH_MARK, inch).replace(FOOT_MARK, ' ft '), language);
  const written: string[] = [];
  /** Whether the word before is a number, and whether it is that or its unit. */
  let isBehindNumber = false;
  let isBehindSize = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const next = words[at + 1];
    const parts: readonly string[] | undefined = /\d/.test(word)
      ? partsOf(word, isBehindSize, next, language)
      : undefined;
    const unit = isBehindNumber ? unitWord(word, next, language) : undefined;
    if (parts === undefined) written.push(unit ?? word);
    else written.push(...parts);
    isBehindNumber = NUMBER.test(written.at(-1)!);
    isBehindSize = isBehindNumber || unit !== undefined || parts !== undefined;
  }
  return written;
}
