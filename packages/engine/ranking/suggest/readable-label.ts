import { isPlaceholder } from '../../catalogue/csv/placeholders.ts';
import { levelsIn, saysNothing } from '../../catalogue/texts/category-levels.ts';
import { plainText } from '../../catalogue/texts/plain-text.ts';
import { hasWord } from '../../session/text/vocabulary.ts';

/** Labels with more characters are sentences. Set by hand. */
const MAX_LABEL_LENGTH = 40;
/** What people type in front of a kind of thing is shorter: "stainless steel". Set by hand. */
const MAX_VALUE_LENGTH = 24;
const MAX_VALUE_WORDS = 3;
/** A hyphen between shorter parts belongs to a word: "t-shirts", "hi-fi". */
const LEAST_PART = 3;

/** Capitals of up to this many letters are an abbreviation: "RGB". */
const SHORT = 3;

/** Values without meaning of their own. In lists, also values for "not recorded". */
const NO_VALUE =
  /^(?:true|false|yes|no|others?|various|mixed|standard|default|regular|unspecified|not (?:specified|applicable|available|known))$/i;
/** Letters, digits, and the marks in names. Anything else stands in codes, sentences and lists. */
const NAME = /^[\p{L}\p{M}\p{N}\p{Zs}'’.,&+/%-]+$/u;
const VALUE = /^[\p{L}\p{M}][\p{L}\p{M}\p{Zs}'’&-]*$/u;
/** A code of capitals and digits: "CAT-1234". */
const CODE = /^(?=.*\d)[\p{Lu}\d_./-]+$/u;
const MARKS = /[™®©℠]/g;
const BRACKETED = /\s*(?:\([^)]*\)|\[[^\]]*\])/g;

const tidy = (text: string): string => plainText(text).replace(MARKS, '').replace(/\s+/g, ' ').trim();

/** The levels of a category path as people write them, the last one last; those that are machine text are left out. */
export function readableLevels(label: string): string[] {
  return levelsIn(label).flatMap((level) => readableCategory(level) ?? []);
}

/**
 * One level of a category as people write it: without brackets, hyphens and underscores of handles as spaces, and
 * otherwise with its own letters. `undefined` for machine text.
 *
 * @example readableCategory('video-card') // 'video card'
 * @example readableCategory('Luggage_&_bags') // 'Luggage & bags'
 */
export function readableCategory(level: string): string | undefined {
  let text = tidy(level.replace(BRACKETED, ''));
  if (text.includes('_') && text === text.toUpperCase()) text = text.toLowerCase();
  text = tidy(text.replaceAll('_', ' '));
  const parts = text.split('-');
  const isHandle = text === text.toLowerCase() && !text.includes(' ');
  if (isHandle && parts.every((part) => part.length >= LEAST_PART)) text = parts.join(' ');
  return isName(text) && !saysNothing(text) && !CODE.test(text) ? text : undefined;
}

/** A brand in its own casing; `undefined` for machine text, and for several at once ("Ola/Mia", "Ola,Mia"). */
export function readableBrand(label: string): string | undefined {
  const text = tidy(label);
  return isName(text) && !/\/|,\S/.test(text) ? text : undefined;
}

/** Whether a category names one kind of thing: nobody types a brand in front of "Sofas & armchairs". */
export const isOneKind = (category: string): boolean => !/[&/,+]/.test(category);

/** A value that people say in front of a kind of thing, such as "black"; `undefined` for any other. */
export function readableValue(label: string): string | undefined {
  const text = tidy(label);
  const words = text.split(/[\s-]/).length;
  if (text.length > MAX_VALUE_LENGTH || words > MAX_VALUE_WORDS || !VALUE.test(text)) return undefined;
  if (!hasWord(text) || NO_VALUE.test(text) || isPlaceholder(text)) return undefined;
  const isShouted = text.length > SHORT && text === text.toUpperCase() && text !== text.toLowerCase();
  return isShouted ? text.charAt(0) + text.slice(1).toLowerCase() : text;
}

/** Two letters, a letter and a digit, or a word of one character. */
const isSaid = (text: string): boolean => hasWord(text) || /\p{L}.*[\p{L}\d]|\d.*\p{L}/u.test(text);

const isName = (text: string): boolean =>
  text.length <= MAX_LABEL_LENGTH &&
  isSaid(text) &&
  NAME.test(text) &&
  !NO_VALUE.test(text) &&
  !isPlaceholder(text);
