import { textTerms } from '../../../session/text/keywords.ts';
import { type ShopLanguage, saysPurpose } from '../../../session/text/shop-language.ts';
import type { Term } from '../../../session/text/stop-words.ts';
import { foldText } from '../../../session/text/tokens.ts';

/**
 * Marks that end a noun phrase: a comma, a colon or a dash not between digits ("3,5 mm", "16:9"), a hyphen or a slash only
 * between spaces.
 */
const MARK = /[;|()[\]\u2014\u00b7\u2022]|(?<!\d)[,:\u2013]|[,:\u2013](?!\d)|\s[-/]\s/;
/** Marks, each with the phrase before it. */
const PHRASES = new RegExp(`(.*?)(${MARK.source}|$)`, 'gsu');
const WORD = /[\p{L}\p{N}]+/gu;

/** The phrases of a title, parted at its marks. */
export const phrasesOf = (title: string): readonly string[] => title.split(MARK);

interface TitleParts {
  /** What the product is, and is like: "Laptop bag - black" of "Laptop bag for ThinkPad - black". */
  readonly called: string;
  /** What it is for: "for ThinkPad". */
  readonly purpose: string;
}

/** Parts a title by the words of each phrase, such as "for", behind which it says what the product is for. */
export function partsOfTitle(title: string, { language }: ShopLanguage): TitleParts {
  const called: string[] = [];
  const purpose: string[] = [];
  for (const [, phrase, mark] of title.normalize('NFC').matchAll(PHRASES)) {
    const at = purposeIn(phrase, language, called.join('').trim() === '');
    called.push(at < 0 ? phrase : phrase.slice(0, at), mark);
    if (at >= 0) purpose.push(phrase.slice(at));
  }
  return { called: called.join(''), purpose: purpose.join(' ') };
}

/** The words of a title by its parts, each with its place in the whole: what it is for stands behind all that it is. */
export function titleTerms(
  title: string,
  shop: ShopLanguage,
): { readonly [Part in keyof TitleParts]: readonly Term[] } {
  const { called, purpose } = partsOfTitle(title, shop);
  const words = textTerms(called, shop);
  const others = purpose === '' ? [] : textTerms(purpose, shop);
  const end = 1 + (words.at(-1)?.at ?? -1);
  return { called: words, purpose: others.map((term) => ({ ...term, at: end + term.at })) };
}

/** Where a phrase begins to say what the thing is for; -1 where it does not. A title does not begin with that. */
function purposeIn(phrase: string, language: ShopLanguage['language'], begins: boolean): number {
  let isFirst = begins;
  for (const { 0: word, index } of phrase.matchAll(WORD)) {
    if (!isFirst && saysPurpose(foldText(word), language)) return index;
    isFirst = false;
  }
  return -1;
}
