import { foldText } from '../../session/text/tokens.ts';
import type { InvertedIndex } from '../indexing/term-table.ts';
import { countMarked, OF_KIND } from '../indexing/term-table.ts';
import { headsOfTitle } from '../indexing/titles/title-head.ts';

/** The least share of the products with a word whose category it names, for it to say what is searched for. Set by hand. */
const LEAST_SHARE = 0.05;

/**
 * The stems of a search that say what kind of thing is searched for: its heads that name a category, such as "headphones"
 * of "bluetooth headphones black".
 */
export function kindWordsOf(terms: InvertedIndex, query: string): readonly string[] {
  const namesCategory = (stem: string): boolean => {
    const { marks } = terms.find(stem) ?? { marks: [] };
    const named = countMarked(marks, OF_KIND);
    return named > 0 && named >= LEAST_SHARE * marks.length;
  };
  return [...headsOfTitle(foldText(query), terms, undefined, namesCategory)];
}
