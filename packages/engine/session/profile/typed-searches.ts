import type { Language } from '../../languages/language-pack.ts';
import { stem } from '../text/stemming.ts';
import { foldText, wordsOf } from '../text/tokens.ts';
import type { Profile } from '../types.ts';

/** A search as a signal, as breakdowns and evidence name it. */
export const searchSignalOf = (text: string): string => `search:${text}`;

/**
 * The search that was sent with a signal, as a signal; `undefined` where another signal was. What is read out of a search
 * is shown as that search: nobody sent the category view or the price filter that it amounts to.
 *
 * @param step number of the signal
 */
export function searchAt({ searches }: Pick<Profile, 'searches'>, step: number): string | undefined {
  const search = searches?.findLast((each) => each.step === step);
  return search && searchSignalOf(search.text);
}

/** The words of a text as they are written in it, with its capitals and accents. */
const WRITTEN = /[\p{L}\p{M}\p{N}'’]+/gu;

/** The words of searches by their stems, as they were typed; of several spellings the latest. */
export function typedWords(
  texts: readonly string[],
  language: Language | undefined,
): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(WRITTEN)) {
      const [folded, ...others] = wordsOf(foldText(word), language);
      if (folded !== undefined && others.length === 0) written.set(stem(folded, language), word);
    }
  }
  return written;
}
