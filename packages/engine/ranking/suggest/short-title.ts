import { ANY_LANGUAGE, type ShopLanguage, saysPurpose } from '../../session/text/shop-language.ts';
import { isStopWordIn } from '../../session/text/stop-words.ts';
import { foldText } from '../../session/text/tokens.ts';
import { hasWord } from '../../session/text/vocabulary.ts';

type Language = ShopLanguage['language'];

/** Nobody types more of a title. Set by hand. */
const MOST_WORDS = 6;
const MOST_LETTERS = 45;
/** Words of a long title that say what it is, though fewer would tell it from all others. Set by hand. */
const LEAST_WORDS = 4;

const BRACKETED = /\s*(?:\([^)]*\)|\[[^\]]*\]|\{[^}]*\})/g;
const MARKS = /&(?:trade|reg|copy|nbsp|quot);?|[™®©℠"“”„«»″*!?]/gi;
/** What stands between the name of a product and what it is like. */
const BREAK = /\s+[-–—|/•~]\s+|\s*[|;:•]\s*|,\s+|,$|(?<=\p{Ll}{4})\.\s+/u;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
/** Units of what is measured beside the name; inches are part of many names. */
const UNIT = /^(?:x|mm|cm|m|ft|kg|g|oz|lbs?|ml|l|gb|tb|mb|mah|w|v|hz|pcs?|pack|piece)\b/i;
/** Signs that no name ends with, as words such as "for" and "with". */
const CONNECTING = /^(?:w\/|[&+–-])$/i;

/** Whether no name ends with a word, and a long title goes on behind it to what a product is for. */
const connects = (word: string, language: Language): boolean =>
  CONNECTING.test(word) ||
  [language, ANY_LANGUAGE.language].some((each) => isStopWordIn(foldText(word), each)) ||
  saysPurpose(foldText(word), language);

/**
 * A title up to the first break behind two words: "Sony WH-1000XM4" of "Sony WH-1000XM4 - Wireless headphones (black)".
 */
function nameOf(title: string): string[] {
  const text = title.replace(BRACKETED, ' ').replace(MARKS, ' ');
  const words: string[] = [];
  for (const part of text.split(BREAK)) {
    words.push(...part.split(/\s+/).filter(Boolean));
    if (words.length > 1) break;
  }
  return words;
}

/** Titles that differ in nothing but options behind hyphens are variants of one product. Set by hand. */
const LEAST_VARIANTS = 3;
/** A size and a colour behind a title: "Balboa Tee-XS-Gray". A model has letters and digits in one part: "SAL-50F18". */
const OPTIONS = /(?<=\s\S*[\p{L}\p{N}]{2})\s*(?:-(?:\p{L}+|\d+)){2,3}$/u;
const withoutOptions = (title: string): string => title.replace(OPTIONS, '');

const isLong = (words: readonly string[]): boolean =>
  words.length > MOST_WORDS || words.join(' ').length > MOST_LETTERS;

const keyOf = (words: readonly string[]): string => foldText(words.join(' '));

/**
 * The titles of a catalogue as people would type them: the name of the product, of long ones the first words, as many
 * as tell it from the others, or as fit into a search box.
 */
export class ShortTitles {
  /** By the first words of long titles: how many distinct titles begin so. */
  readonly #beginnings = new Map<string, number>();

  /** By titles without what follows their last hyphens: how many titles there are of each. */
  readonly #variants = new Map<string, number>();

  readonly #language: Language;

  /** @param titles distinct titles */
  constructor(titles: Iterable<string>, language: Language) {
    this.#language = language;
    for (const title of titles) {
      const whole = withoutOptions(title);
      if (whole !== title) this.#variants.set(whole, (this.#variants.get(whole) ?? 0) + 1);
    }
    for (const title of titles) {
      const words = nameOf(title);
      if (!isLong(words)) continue;
      for (let count = LEAST_WORDS; count <= Math.min(MOST_WORDS, words.length); count++) {
        const key = keyOf(words.slice(0, count));
        this.#beginnings.set(key, (this.#beginnings.get(key) ?? 0) + 1);
      }
    }
  }

  /** The title as people would type it; `undefined` where it has no word. */
  of(title: string): string | undefined {
    const whole = withoutOptions(title);
    const words = nameOf((this.#variants.get(whole) ?? 0) < LEAST_VARIANTS ? title : whole);
    const short = isLong(words) ? this.#beginningOf(words) : words;
    while (short.length > 1 && connects(short.at(-1)!, this.#language)) short.pop();
    const text = short.join(' ').replace(/[\s,.&+/-]+$/, '');
    return hasWord(text) && !text.includes('_') ? text : undefined;
  }

  #beginningOf(words: readonly string[]): string[] {
    const isMeasure = (at: number): boolean => NUMBER.test(words[at]) && UNIT.test(words[at + 1] ?? '');
    const end = words.findIndex((word, at) => at > 1 && (connects(word, this.#language) || isMeasure(at)));
    const most = end < 0 ? MOST_WORDS : Math.min(MOST_WORDS, end);
    let count = Math.min(most, LEAST_WORDS);
    const fits = (): boolean => words.slice(0, count + 1).join(' ').length <= MOST_LETTERS;
    while (count < most && fits() && this.#beginnings.get(keyOf(words.slice(0, count))) !== 1) count++;
    return words.slice(0, count);
  }
}
