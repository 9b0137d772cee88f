import { measureOf } from '../../../catalogue/numbers/units.ts';
import { editDistance } from '../../../primitives/edit-distance.ts';
import { isUsualName } from '../../../session/text/usual-names.ts';
import { editsOf } from '../../indexing/near-words.ts';
import { compoundReadings, firstNounReadings, lastNounReadings } from './closed-compounds.ts';
import { type Compound, compoundOf, isMeant, LEAST_PART } from './compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { IN_PART, LIKELY, MAX_READINGS } from './shares.ts';
import { productCount, productsHaving } from './words-together.ts';

/** The most corrections of one word. Set by hand. */
const MAX_CORRECTIONS = 3;

/** The products that have all other words of the search at hand that the catalogue knows, as they are read. */
export type Context = readonly number[];

/** How a word that the catalogue lacks is read. */
export interface UnknownWord {
  readonly readings: readonly Reading[];
  /** The stem that it is a misspelling of. */
  readonly corrected?: string;
}

const certain = (readings: readonly Reading[]): UnknownWord => ({ readings });

/**
 * The readings of a word that the catalogue lacks: what it begins and the compounds that end with it, else the nearest spellings
 * that occur with the rest of the search, else its last noun, its two parts, the compounds that begin with it, or the nearest
 * spellings of all.
 *
 * @param mayBegin whether it may be half typed
 * @param isNoun whether it is read as a noun of compounds
 */
export function unknownReadings(
  word: Word,
  { mayBegin, isNoun }: { readonly mayBegin: boolean; readonly isNoun: boolean },
  context: Context,
  terms: Terms,
): UnknownWord {
  const { name } = word;
  // As one types it may be the beginning of another one.
  const completions = mayBegin ? completionsOf(word, context, terms, []) : [];
  const compounds = isNoun ? compoundReadings(word, terms) : [];
  if (completions.length + compounds.length > 0) return certain([...completions, ...compounds]);
  // A unit is spelt right, and finds nothing: the rest of the search answers.
  if (measureOf(name) !== undefined) return certain([]);
  const compound = compoundOf(word, terms);
  const parts = compound !== undefined && isMeant(compound, context) ? [partedInto(compound)] : [];
  const lastNoun = isNoun ? lastNounReadings(word, terms) : [];
  const others = lastNoun.length > 0 ? lastNoun : parts;
  if (isUsualName(name, terms)) return certain(others);
  const near = nearWords(word, lastNoun.length > 0 ? 1 : 2, terms);
  if (near.length === 0) {
    const readings = others.length === 0 && isNoun ? firstNounReadings(word, terms) : others;
    if (readings.length > 0) return certain(readings);
  }
  const corrections = inContext(near, context, terms);
  return {
    readings: corrections.slice(0, MAX_CORRECTIONS).map((each) => ({ stems: [each], share: LIKELY })),
    ...(corrections.length > 0 && { corrected: corrections[0] }),
  };
}

const partedInto = ({ parts, stands }: Compound): Reading => ({
  stems: parts,
  share: IN_PART,
  // A letter or two say too little elsewhere.
  ...(stands && parts.some((part) => part.length < LEAST_PART) && { areTogether: true }),
});

/** The stems near a word of which the word is near what was typed, too: the stem of "stored" is near "stove". */
export const nearWords = ({ name, typed }: Word, edits: number, terms: Terms): readonly string[] =>
  terms
    .near(name, edits, typed ?? name)
    .filter((each) => typed === undefined || isMisspelt(typed, terms.wordOf(each)));

/** Endings of number in languages of Latin script: whoever types one ceiling wrong may mean ceilings. */
const ENDING = /(?:e?[sn]|[aeiox])$/;

/**
 * Whether what was typed is a word with a letter or two wrong, endings of number aside. A stem may be near another one whose word
 * is not: "stove" is nearly the stem of "stored", and no misspelling of it.
 */
function isMisspelt(typed: string, word: string): boolean {
  const bound = 1 + Math.max(1, editsOf(typed));
  const bare = (text: string): string => (text.length > 6 ? text.replace(ENDING, '') : text);
  return editDistance(typed, word, bound) < bound || editDistance(bare(typed), bare(word), bound) < bound;
}

/** The stems of the words that begin with what was typed, not with its stem: that of "meditation" begins "mediterranean", too. */
const continuing = ({ name, typed = name }: Word, terms: Terms): readonly string[] =>
  terms.continuing(typed).filter((each) => !goesOnAsNumber(typed, each));

/** Whether a number goes on with another digit, and so is another number: "129" is no 12. "1080p" is 1080. */
const goesOnAsNumber = (typed: string, stem: string): boolean =>
  /\d$/.test(typed) && stem.startsWith(typed) && /^\d/.test(stem.slice(typed.length));

/**
 * The words that begin with a half typed one: those that occur with the rest of the search.
 *
 * @param known the readings of a word that the catalogue has or that has other names: what is whole is not continued where some
 * product has one of them and the rest
 */
export function completionsOf(
  word: Word,
  context: Context,
  terms: Terms,
  known: readonly Reading[],
): readonly Reading[] {
  const isKnown = known.length > 0;
  const isHad = ({ stems }: Reading): boolean =>
    stems.every((stem) => productsHaving(stem, context, terms) > 0);
  if (isKnown && (context.length === 0 || known.some(isHad))) return [];
  const fitting = inContext(continuing(word, terms), context, terms, isKnown);
  return fitting.slice(0, MAX_READINGS).map((each) => ({ stems: [each], share: LIKELY }));
}

/**
 * Of these stems, those that occur with the rest of the search, the most frequent first.
 *
 * @param only nothing where none does, rather than the most frequent of all
 */
function inContext(
  stems: readonly string[],
  context: Context,
  terms: Terms,
  only = false,
): readonly string[] {
  const byCount = (productCount: (stem: string) => number): readonly string[] =>
    stems
      .map((text) => ({ text, count: productCount(text) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text);
  const fitting = context.length === 0 ? [] : byCount((each) => productsHaving(each, context, terms));
  return fitting.length > 0 || only ? fitting : byCount((each) => productCount(each, terms));
}
