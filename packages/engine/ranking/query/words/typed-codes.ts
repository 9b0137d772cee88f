import { conceptsOf } from '../../../catalogue/columns/header-names.ts';
import { textTerms } from '../../../session/text/keywords.ts';
import { codeTerm, hasDigit, isMeasure, signsOf } from '../../indexing/codes/code-signs.ts';
import { withMarkedNames } from '../../indexing/codes/marked-names.ts';
import type { Terms } from './reading.ts';
import { productsHavingAll } from './words-together.ts';

/** A search with its codes as terms of the index. */
export interface WithCodes {
  readonly text: string;
  /** The codes as they were typed, by their terms. */
  readonly typed: ReadonlyMap<string, string>;
  /** The term of the products that the search names in full: by id, code or title. `undefined` where it names none. */
  readonly named: string | undefined;
}

/** Words before a code that say what it is, as in "article number 4711". */
const MAX_LABEL = 3;

const TYPED = /[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/u;

/**
 * Reads the codes of a search: what some product is numbered by, in full or in part, and no product has in the words of its texts.
 * Each becomes one term, without the words before it that say what it is. So does each name with marks that some product has:
 * "C++" is not "C".
 */
export function withCodes(
  search: string,
  terms: Pick<Terms, 'codes' | 'find' | 'whole' | 'language' | 'negators'>,
): WithCodes {
  const { codes, find, language, negators } = terms.whole ?? terms;
  const typed = new Map<string, string>();
  const signs = signsOf(search);
  if (codes === undefined || signs === '') return { text: search, typed, named: undefined };
  /** Whether some product has all words of a text. */
  const isInTexts = (text: string): boolean => {
    const stems = textTerms(text, { language, negators }).map(({ stem }) => stem);
    return productsHavingAll(stems, { find }).length > 0;
  };
  const termOf = (text: string): string => {
    const term = codeTerm(signsOf(text));
    typed.set(term, text);
    return term;
  };
  const withNames = withMarkedNames(search, (key, name) => {
    if (codes.named(key).length === 0) return name;
    typed.set(codeTerm(key), name);
    return codeTerm(key);
  });
  // A search that is such a name alone: its letters without the marks would name something else.
  if (typed.has(withNames.trim())) return { text: withNames, typed, named: undefined };
  const named = codes.named(signs).length > 0 ? codeTerm(signs) : undefined;
  const isWhole = named !== undefined || codes.withPart(signs).length > 0;
  if (isWhole && !isInTexts(search)) return { text: termOf(search.trim()), typed, named };
  const words = withNames.split(/\s+/);
  if (named !== undefined || words.length === 1) return { text: withNames, typed, named };
  const read: string[] = [];
  for (const word of words) {
    const code = TYPED.exec(word)?.[0] ?? '';
    const ofCode = signsOf(code);
    const isCode =
      hasDigit(ofCode) && codes.withPart(ofCode).length > 0 && !isMeasure(code) && !isInTexts(code);
    if (!isCode) {
      read.push(word);
      continue;
    }
    dropLabel(read);
    read.push(termOf(code));
  }
  return { text: typed.size === 0 ? search : read.join(' '), typed, named };
}

/** Takes the words off that say what stands behind them: "article number", "SKU". */
function dropLabel(words: string[]): void {
  for (let length = Math.min(MAX_LABEL, words.length); length > 0; length--) {
    const concepts = conceptsOf(words.slice(-length).join(' '));
    if (!concepts.has('identifier') && !concepts.has('reference')) continue;
    words.length -= length;
    return;
  }
}
