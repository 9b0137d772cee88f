import { foldText } from '../../../session/text/tokens.ts';

/** Signs of the shortest part of a code that finds it. */
export const MIN_PART = 4;
/** The same for digits alone: a number is not completed to another one, but a long one says which is meant. Set by hand. */
export const MIN_DIGITS = 6;
/** Longer texts are no codes of which parts are typed. Set by hand. */
const MAX_CODE = 40;
/** A code of more words is a name. Set by hand. */
const MAX_WORDS = 3;

/** Around the signs of a code in a rewritten search: a letter of no script, which no tokeniser parts from what stands beside it. */
const MARK = '\ua71b';

/** The term of a code in the index and in a search. */
export const codeTerm = (signs: string): string => MARK + signs + MARK;
/** The signs of a code by its term; `undefined` for other terms. */
export const signsOfTerm = (term: string): string | undefined =>
  term.length > 2 && term.startsWith(MARK) && term.endsWith(MARK) ? term.slice(1, -1) : undefined;

/** What a code is compared by: its letters and digits, folded, without what parts them. "NOR.0707-60" is "nor070760". */
export const signsOf = (text: string): string => signsIn(foldText(text));

const signsIn = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether some code may be meant by these signs: one has a digit. */
export const hasDigit = (signs: string): boolean => /\p{N}/u.test(signs);

/** Whether a text is a code that may be typed in part, and no name, link or hash. */
export const isCode = (text: string): boolean =>
  text.length <= MAX_CODE && hasDigit(text) && !text.includes('//') && text.split(/\s+/).length <= MAX_WORDS;

/** A text that looks like a model number: letters and digits, perhaps with marks between them. */
const MODEL = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)*(?![\p{L}\p{N}])/gu;
/** A number with a unit, and a size: "512gb", "1920x1080". */
const MEASURE = /^\d+(?:[.,]\d+)?\p{L}{1,4}$|^\d+(?:x\d+)+\p{L}{0,2}$/u;
/** Whether a word is a number with a unit or a size, and may be a code by chance alone. */
export const isMeasure = (text: string): boolean => MEASURE.test(text);

/** Signs of the shortest model number that titles are read for. Set by hand. */
const MIN_MODEL = 5;

/** The model numbers in a title. */
export const modelsIn = (title: string): readonly string[] =>
  (foldText(title).match(MODEL) ?? []).filter(
    (text) =>
      /\p{L}/u.test(text) && hasDigit(text) && text.length >= MIN_MODEL && !isMeasure(text) && isCode(text),
  );

/** Between the signs of a code where it has a mark: "nor-0707-60". */
export const PARTING = '-';
const RUNS = /[\p{L}\p{N}]+/gu;
/** The signs of a text with {@link PARTING} where it has marks between them. */
export const withParts = (text: string): string => foldText(text).match(RUNS)?.join(PARTING) ?? '';

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Where the parts of a code begin that may be typed, from the last on: behind a mark, and between letters and digits. */
export function partsIn(parted: string): readonly number[] {
  const parts: number[] = [];
  let signs = 0;
  for (let at = parted.length - 1; at >= 0; at--) {
    if (parted[at] === PARTING) continue;
    signs++;
    const isFirst =
      at === 0 ||
      parted[at - 1] === PARTING ||
      isDigit(parted.charCodeAt(at)) !== isDigit(parted.charCodeAt(at - 1));
    if (isFirst && signs >= MIN_PART) parts.push(at);
  }
  return parts;
}
