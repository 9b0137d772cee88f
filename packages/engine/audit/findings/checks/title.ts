import type { Attribute } from '../../../catalogue/types.ts';
import { foldText } from '../../../languages/fold-text.ts';
import { phrasesIn } from '../../../languages/index.ts';
import type { RuleName } from '../rules.ts';

/** Characters of a title that Google takes. */
export const MAX_TITLE = 150;
/** Characters that are read; set by hand: beyond, a title is too long anyway. */
const MAX_READ = 500;

/** Long words in capitals that make a title one, where no word is written otherwise. Set by hand: fewer may be a brand. */
const MIN_CAPITALS = 4;
/** Shorter ones may be units. */
const WORD = /(?<![\p{L}\p{M}\p{N}'’])\p{L}{3,}(?![\p{L}\p{M}\p{N}])/gu;
const LONG_WORD = 4;

/** Most titles have it, and are looked at no further. */
const SMALL_LETTERS = /[a-z]{3}/;
/** A number of a model: makers write its name in capitals, too. */
const MODEL = /\p{L}\d|\d\p{L}/u;

export function isInCapitals(title: string): boolean {
  if (SMALL_LETTERS.test(title) || MODEL.test(title)) return false;
  const words = title.match(WORD) ?? [];
  return (
    words.filter(({ length }) => length >= LONG_WORD).length >= MIN_CAPITALS &&
    words.every((word) => /^\p{Lu}+$/u.test(word))
  );
}

/** A smaller share of a shop's titles are names that their makers write so. Set by hand. */
const MIN_SHARE = 0.001;

/** Whether titles in capitals are a way of the shop to write. */
export const writesInCapitals = ({ values }: Attribute): boolean =>
  values.filter(({ label }) => isInCapitals(label)).length > MIN_SHARE * values.length;

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
const [SPACED, UNSPACED] = [false, true].map((unspaced) =>
  phrasesIn((pack) => ((pack.unspaced ?? false) === unspaced ? pack.promotions : undefined)),
);
const PROMOTION = new RegExp(`(?<!${LETTER})(?:${SPACED})(?!${LETTER})|${UNSPACED}`, 'u');
/** The same in ASCII, which most titles are: a third of the time. */
const PLAIN_PROMOTION = new RegExp(`(?<![a-z\\d])(?:${SPACED})(?![a-z\\d])`);
const PLAIN = /^[\0-\x7f]*$/;

function advertises(title: string): boolean {
  if (PLAIN.test(title)) return PLAIN_PROMOTION.test(title.toLowerCase());
  return PROMOTION.test(foldText(title));
}

const MARKUP =
  /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|apos|nbsp|[a-z]{1,2}(?:acute|grave|uml|circ|tilde|cedil)|reg|copy|trade|[lr][sd]quo|[nm]dash|hellip|#\d{2,5}|#x[\da-f]{2,4});/i;

/**
 * What is wrong with a title, whatever the others are.
 *
 * @param capitals whether it may be written in capitals by the shop
 */
export function titleFaults(title: string, capitals = true): RuleName[] {
  const faults: RuleName[] = [];
  const text = title.slice(0, MAX_READ);
  if (text.length > MAX_TITLE && [...text].length > MAX_TITLE) faults.push('title-too-long');
  if (capitals && isInCapitals(text)) faults.push('title-in-capitals');
  if (advertises(text)) faults.push('title-has-promotion');
  if ((text.includes('<') || text.includes('&')) && MARKUP.test(text)) faults.push('title-has-markup');
  return faults;
}
