import { foldText } from '../languages/fold-text.ts';
import { LANGUAGES, phrasesIn, wordsIn } from '../languages/index.ts';
import type { AvailabilityPhrases } from '../languages/language-pack.ts';

/** Characters of a text that are read; set by hand. */
const LONGEST_TEXT = 300;
/** A negator applies to a claim at most this many words later: "not yet available in this colour"; set by hand. */
const REACH = 4;

type Phrases = Exclude<keyof AvailabilityPhrases, 'notForSale'>;

/** Scripts in which each character counts as a word. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script_Extensions=Hiragana}]';
const LETTER = '[\\p{L}\\p{M}\\p{N}]';

const spaced = (phrases: string): string => `(?<!${LETTER})(?:${phrases})(?!${LETTER})`;

/** The phrases of all languages; those of languages without spaces match inside of words. */
function phrases(kind: Phrases, ...others: readonly string[]): string {
  const withSpaces = phrasesIn(
    ({ unspaced, availability }) => (unspaced ? undefined : availability?.[kind]),
    ...others,
  );
  return `${spaced(withSpaces)}|${phrasesIn(({ unspaced, availability }) => (unspaced ? availability?.[kind] : undefined))}`;
}

const NO = wordsIn(({ answers }) => answers?.no);
const SPACED_NEGATORS = LANGUAGES.flatMap(({ unspaced, negation, answers }) =>
  unspaced ? [] : [...(negation?.negators ?? []), ...(answers?.no ?? [])],
)
  .map(foldText)
  // Abbreviations and numbers are answers only: "n", "0".
  .filter((word) => /^\p{L}{2,}$/u.test(word));

/** Matches one token of a folded text; the first alternative that matches wins. */
const TOKEN = new RegExp(
  [
    `(?<unavailable>${phrases('unavailable')})`,
    `(?<orderable>${phrases('orderable')})`,
    `(?<available>${phrases('available')})`,
    `(?<stock>${phrases('stock')})`,
    `(?<not>${spaced([...new Set(SPACED_NEGATORS)].join('|'))}|${spaced(phrasesIn(({ unspaced, availability }) => (unspaced ? undefined : availability?.not)))})`,
    // Immediately before a claim only: too many other words begin with characters of negation.
    `(?<notNext>${phrasesIn(({ unspaced, availability }) => (unspaced ? availability?.not : undefined))})`,
    '(?<zero>(?<![\\d.,])0+(?:[.,]0+)?(?![.,]?\\d|\\s?[-\u2013\u2014~]\\s?\\d|\\s?%))',
    '(?<number>\\d+(?:[.,]\\d+)*)',
    '(?<pause>[.,;!?)\\]|/。、]|\\s[-\u2013\u2014]\\s)',
    '(?<colon>[:=])',
    `(?<word>${UNSPACED}|(?:(?!${UNSPACED})${LETTER})+)`,
  ].join('|'),
  'gu',
);
type Kind =
  | 'unavailable'
  | 'orderable'
  | 'available'
  | 'stock'
  | 'not'
  | 'notNext'
  | 'zero'
  | 'number'
  | 'pause'
  | 'colon'
  | 'word';

function kindsIn(folded: string): readonly Kind[] {
  const kinds: Kind[] = [];
  for (const { groups } of folded.matchAll(TOKEN)) {
    for (const kind in groups) {
      if (groups[kind] === undefined) continue;
      kinds.push(kind as Kind);
      break;
    }
  }
  return kinds;
}

const SCHEMA_ORG = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;

/** Splits `https://schema.org/OutOfStock` and `out_of_stock` into words. */
const folded = (text: string): string =>
  foldText(
    text
      .slice(0, LONGEST_TEXT)
      .trim()
      .replace(SCHEMA_ORG, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
  )
    .replace(/(?<=\p{L})[-_](?=\p{L})/gu, ' ')
    .replace(/\s+/g, ' ');

const COUNT = new RegExp(
  `^([+\u2212-]?)(\\d+(?:[.,]\\d+)?)\\s?(?:${phrasesIn(({ availability }) => availability?.pieces)})?$`,
  'u',
);
const NOT_FOR_SALE = new RegExp(`^(?:${phrasesIn(({ availability }) => availability?.notForSale)})$`, 'u');
const DENIALS: ReadonlySet<string> = new Set(NO.map(foldText));

/** What a text claims: `undefined` where it claims nothing. */
function claimOf(text: string): boolean | undefined {
  const words = folded(text);
  const count = COUNT.exec(words);
  if (count !== null) return (count[1] === '' || count[1] === '+') && Number(count[2].replace(',', '.')) > 0;
  if (DENIALS.has(words) || NOT_FOR_SALE.test(words)) return false;
  return firstClaim(kindsIn(words));
}

/**
 * Reads claims with their negations. A negator negates the claims after it up to the next number or punctuation ("not
 * currently available"); a negator at the end negates the claim before it ("in stock: no"), and so does a zero ("0 in
 * stock", "stock: 0"). The first claim counts, since later ones qualify it ("In stock. Not available abroad"), except
 * that a product that can be ordered is available whatever else is claimed ("out of stock, backorder").
 */
function firstClaim(kinds: readonly Kind[]): boolean | undefined {
  const claims: boolean[] = [];
  // Words that the last negator still applies to; none below 0.
  let reach = -1;
  // The claim immediately before: one of `claims`, or a noun that claims nothing alone.
  let previous: 'claim' | 'name' | undefined;
  for (const [at, kind] of kinds.entries()) {
    const negated = reach >= 0;
    switch (kind) {
      case 'available':
      case 'unavailable':
        claims.push((kind === 'available') !== negated);
        previous = 'claim';
        reach = -1;
        break;
      case 'orderable':
        if (!negated) return true;
        reach = -1;
        previous = undefined;
        break;
      case 'stock':
        if (negated) claims.push(false);
        previous = negated ? 'claim' : 'name';
        reach = negated ? -1 : reach;
        break;
      case 'not':
      case 'notNext':
      case 'zero': {
        const isLast = kinds[at + 1] === undefined || kinds[at + 1] === 'pause';
        if (previous !== undefined && (isLast || kind === 'zero')) {
          if (previous === 'claim') claims.push(!claims.pop()!);
          else claims.push(false);
          previous = undefined;
        } else {
          reach = kind === 'notNext' ? 0 : REACH;
        }
        break;
      }
      case 'number':
      case 'pause':
        reach = -1;
        previous = undefined;
        break;
      case 'colon':
        reach = -1;
        break;
      case 'word':
        reach--;
        previous = undefined;
        break;
      default:
        return kind satisfies never;
    }
  }
  return claims[0];
}

/**
 * Whether a product can be bought, from the text of it or of each of its variants, of which one is enough. A text that
 * claims nothing counts as available: an unknown word must not hide a product.
 */
export const isAvailable = (texts: readonly string[]): boolean =>
  texts.length === 0 || texts.some((text) => claimOf(text) !== false);

const SPEAKING: ReadonlySet<Kind> = new Set(['available', 'unavailable', 'orderable', 'stock']);

/** Whether a text is about availability, whatever it claims: "in stock", "low stock". */
export const saysAvailability = (text: string): boolean =>
  kindsIn(folded(text)).some((kind) => SPEAKING.has(kind));
