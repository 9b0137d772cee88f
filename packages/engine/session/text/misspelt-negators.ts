import { LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { editDistance } from '../../primitives/edit-distance.ts';
import { foldText } from './tokens.ts';

/** Words that may be a misspelling, with another word behind them. */
const WORDS = /(?<![\p{L}\p{N}'’-])\p{Script=Latin}{4,}(?=\s+[\p{L}\p{N}])/gu;

/** By language, negators that are read where they are misspelt, each with the other words near it. */
const DISTINCTIVE = new Map(
  LANGUAGES.map(({ code, negation }) => [code, Object.entries(negation?.distinctive ?? {})]),
);

/**
 * A search with negators of the shop's language spelt right, else it would find what they negate: "desk witout drawers". One letter
 * may be wrong, but not the first.
 */
export const withNegatorsSpelt = (search: string, language: Language): string =>
  search.replace(WORDS, (typed) => {
    const word = foldText(typed);
    const meant = DISTINCTIVE.get(language)?.find(
      ([negator, others]) =>
        negator[0] === word[0] && editDistance(word, negator, 2) === 1 && !others.includes(word),
    );
    return meant?.[0] ?? typed;
  });
