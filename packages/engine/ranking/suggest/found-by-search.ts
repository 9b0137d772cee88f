import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { usualSynonymsInSteps } from '../query/usual-synonyms.ts';
import { withCodes } from '../query/words/typed-codes.ts';
import { judge } from '../request/judgement.ts';
import { type Completions, type Matching, typeOf } from './completions.ts';
import { PER_STEP } from './step-size.ts';

/** A shorter beginning is one of too many names. Set by hand. */
const MIN_TYPED = 3;
/** Names that a text may be the beginning of, at most: each is a search. Set by hand. */
const MAX_NAMES = 4;
/** A category, a brand or a phrase stands for what is found if this share of its products is found. Set by hand. */
const MIN_FOUND = 0.8;

/**
 * The completions of what a search would find though no completion says it: by another name of the thing, also half typed
 * ("couch" and "nightst" where a shop sells sofas and bedside tables), or by what products are numbered by. In the order of the
 * catalogue. Yields every few milliseconds.
 */
export function* foundBySearch(
  completions: Completions,
  index: CatalogueIndex,
  query: string,
): Generator<void, Matching[]> {
  const isFound = new Uint8Array(index.size);
  let isAny = false;
  for (const search of yield* searchesFor(query, index)) {
    for (const product of (yield* judge(index, search))?.matches ?? []) {
      isFound[product] = 1;
      isAny = true;
    }
  }
  if (!isAny) return [];
  const { start, products } = completions;
  const found: Matching[] = [];
  let read = 0;
  for (let text = 0; text + 1 < start.length; text++) {
    const [from, to] = [start[text], start[text + 1]];
    read += to - from;
    if (read > PER_STEP) {
      read = 0;
      yield;
    }
    let count = 0;
    for (let k = from; k < to; k++) count += isFound[products[k]];
    const least = typeOf(completions, text) === 'product' ? 1 : MIN_FOUND * (to - from);
    if (count >= Math.max(1, least)) found.push({ text, isFirst: true });
  }
  return found;
}

/** What a half typed text is searched for as: itself, where it has a code, or with the names that it begins in place of its end. */
function* searchesFor(query: string, { terms }: CatalogueIndex): Generator<void, readonly string[]> {
  if (withCodes(query, terms).typed.size > 0) return [query];
  const words = wordsOf(foldText(query));
  const { synonyms: usual } = yield* usualSynonymsInSteps(terms);
  const names = [...new Set([...(terms.synonyms?.phrases ?? []), ...usual.phrases])];
  // An end of more words than any name has is the beginning of none.
  const most = names.reduce((longest, name) => Math.max(longest, name.split(' ').length), 0);
  for (let from = Math.max(0, words.length - most); from < words.length; from++) {
    const end = words.slice(from).join(' ');
    if (end.length < MIN_TYPED) break;
    const begun = names.filter((name) => name.startsWith(end));
    if (begun.length === 0) continue;
    const before = words.slice(0, from).join(' ');
    return begun.slice(0, MAX_NAMES).map((name) => `${before} ${name}`.trim());
  }
  return [];
}
