import { keptResults } from '../../primitives/kept-results.ts';
import { runToEnd } from '../../primitives/run-to-end.ts';
import { PROFILE_BOUNDS } from '../../session/profile/draft.ts';
import { MAX_KEPT, readSearch, type SearchReader, textTerms } from '../../session/text/keywords.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { stopWordTerm, type Term } from '../../session/text/stop-words.ts';
import {
  EMPTY_VOCABULARY,
  type Phrase,
  type Vocabulary,
  vocabularyOf,
} from '../../session/text/vocabulary.ts';
import type { Keywords } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { measuredIn } from '../indexing/measured-columns.ts';
import { nounPhraseOf } from '../indexing/titles/noun-phrase.ts';
import { type IntentIndex, type WithoutIntents, withoutIntents } from './intents.ts';
import { type WithCodes, withCodes } from './words/typed-codes.ts';

/** The parts of an index that a search is parsed with: its language, its columns and values, and what answers words of intent. */
export type QueryIndex = IntentIndex;

/** A search as it is read once: all that sessions and rankings ask of its text. */
export interface ParsedQuery {
  /** As it was typed, without blanks around it. */
  readonly text: string;
  /** Its words, numbers and negations, and the values of the catalogue that it names. */
  readonly keywords: Keywords;
  /** The quantities among these values. */
  readonly quantities: Keywords['matched'];
  /** Its words by their stems, as they were typed, each with its place. */
  readonly typed: ReadonlyMap<string, Pick<Term, 'word' | 'at'>>;
  /** The term of the products that it names in full: by id, code or title. They are found before all others. */
  readonly named: string | undefined;
  /** The stems of the noun phrase that it begins with, in its order: "door knob" of "door knobs with locks". */
  readonly asked: readonly string[];
  /** The terms of its stop words. */
  readonly stopWords: readonly string[];
  /** The same without its words of intent, with these and their stems. All else is read of that. */
  readonly said: WithoutIntents;
}

const SEARCH = 'search';
/** By the terms of a catalogue or a list. */
const kept = keptResults<object, ParsedQuery>(MAX_KEPT);

/** Parses a search, or gives what it was parsed to a short while ago. */
export const parsedQueryOf = (search: string, index: QueryIndex): ParsedQuery =>
  kept(index.terms, search, (typed) => runToEnd(parse(typed, index)));

/** Reads the searches of sessions in a catalogue. */
export const searchReader =
  (index: QueryIndex): SearchReader =>
  (search) =>
    parsedQueryOf(search.trim(), index).keywords;

/** The index of a catalogue in which searches may name values. */
export const withValues = (index: CatalogueIndex, entries: Iterable<Phrase>): CatalogueIndex => ({
  ...index,
  terms: { ...index.terms, values: vocabularyOf(entries, index.terms) },
});

/** Parses a search in steps of a few milliseconds, so that it is kept when a ranking asks for it. One that is kept takes no step. */
export function* parseAhead(search: string, index: QueryIndex): Generator<void, void> {
  if (kept.has(index.terms, search)) return;
  yield;
  const parsed = yield* parse(search, index);
  kept(index.terms, search, () => parsed);
}

/**
 * The same of the searches of a session, or of signals that are sent, as far back as a profile keeps them.
 *
 * @param said oldest first
 */
export function* readSearchesAhead(
  said: readonly { readonly type: string; readonly value?: string | undefined }[],
  index: QueryIndex,
): Generator<void, void> {
  let characters = 0;
  for (const { type, value = '' } of said.toReversed()) {
    characters += value.length;
    if (characters > PROFILE_BOUNDS.stated) return;
    if (type === SEARCH) yield* parseAhead(value.trim(), index);
  }
}

function* parse(search: string, index: QueryIndex): Generator<void, ParsedQuery> {
  const { terms, columns } = index;
  const { language, negators, values = EMPTY_VOCABULARY } = terms;
  const { phrases, longest } = values;
  const vocabulary: Vocabulary = { phrases, longest, language, negators, measured: measuredIn(columns) };
  const said = withoutIntents(search, index);
  yield;
  const codes = withCodes(said.text, terms);
  yield;
  const read = readSearch(codes.text, vocabulary);
  yield;
  const words = codes.named === undefined ? read.terms : textTerms(codes.text, terms);
  const keywords = codes.named === undefined ? read.keywords : asName(read.keywords, words);
  return {
    text: search.trim(),
    keywords: { ...keywords, ...asTyped(keywords, said, codes, terms) },
    quantities: read.quantities,
    typed: new Map(words.map(({ stem, word, at }) => [stem, { word: codes.typed.get(stem) ?? word, at }])),
    named: codes.named,
    asked: nounPhraseOf(codes.text, terms).stems,
    stopWords: read.stopWords.map(stopWordTerm),
    said,
  };
}

/** The words of a search as they were typed, those of its intents among them, and the stems of these. */
function asTyped(
  { keywords }: Keywords,
  { intents, stems }: WithoutIntents,
  { typed }: WithCodes,
  shop: ShopLanguage,
): Pick<Keywords, 'keywords' | 'asks'> {
  const asked = intents.flatMap(({ typed }) => textTerms(typed, shop).map(({ word }) => word));
  const others = keywords.filter((word) => !intents.some(({ read }) => read === word));
  return {
    keywords: [...new Set([...asked, ...others.map((word) => typed.get(word) ?? word)])],
    ...(stems.length > 0 && { asks: stems }),
  };
}

/** A search that names a product: nothing in it is a price or an exclusion, and its words are those of its title. */
function asName({ negated, priceRange, ...read }: Keywords, words: readonly Term[]): Keywords {
  if (negated.length === 0 && priceRange === undefined) return { ...read, negated };
  return { ...read, stems: words.map(({ stem }) => stem), negated: [] };
}
