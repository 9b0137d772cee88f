import { keptResults } from '../../primitives/kept-results.ts';
import { readSearch, textTerms } from '../../session/text/keywords.ts';
import { stopWordTerm, type Term } from '../../session/text/stop-words.ts';
import { EMPTY_VOCABULARY } from '../../session/text/vocabulary.ts';
import type { Keywords } from '../../session/types.ts';
import { measuredIn } from '../indexing/number-columns.ts';
import { nounPhraseOf } from '../indexing/titles/noun-phrase.ts';
import { type IntentIndex, type WithoutIntents, withoutIntents } from './intents.ts';
import { withCodes } from './words/typed-codes.ts';

/** The parts of an index that a search is parsed with: its language, its columns and what answers words of intent. */
export type QueryIndex = IntentIndex;

/** A search as it is read once: all that a ranking asks of its text. */
export interface ParsedQuery {
  /** Its words, numbers and negations. Values of the catalogue were read when it was logged. */
  readonly keywords: Keywords;
  /** Its words by their stems, as they were typed, each with its place. */
  readonly typed: ReadonlyMap<string, Pick<Term, 'word' | 'at'>>;
  /** The stems of its words where nothing is read as a code. */
  readonly withoutCodes: readonly string[];
  /** The term of the products that it names in full: by id, code or title. They are found before all others. */
  readonly named: string | undefined;
  /** The stems of the noun phrase that it begins with, in its order: "door knob" of "door knobs with locks". */
  readonly asked: readonly string[];
  /** The terms of its stop words. */
  readonly stopWords: readonly string[];
  /** The same without its words of intent, with these and their stems. All else is read of that. */
  readonly said: WithoutIntents;
}

/**
 * Searches of one catalogue that are kept: a session asks for its pages, facets and matches one after the other, and what it bought
 * or dismissed is compared with each of its own. Set by hand.
 */
export const MAX_KEPT = 256;
/** By the table of a catalogue, or the terms of a list. */
const kept = keptResults<object, ParsedQuery>(MAX_KEPT);

/** Parses a search, or gives what it was parsed to a short while ago. */
export const parsedQueryOf = (search: string, index: QueryIndex): ParsedQuery =>
  kept(index.terms.table ?? index.terms, search, (typed) => parse(typed, index));

function parse(search: string, index: QueryIndex): ParsedQuery {
  const { terms, columns } = index;
  const { language, negators } = terms;
  const vocabulary = { ...EMPTY_VOCABULARY, language, negators, measured: measuredIn(columns) };
  const said = withoutIntents(search, index);
  const { text } = said;
  const codes = withCodes(text, terms);
  const { keywords, stopWords } = readSearch(codes.text, vocabulary);
  const words = textTerms(codes.text, terms);
  return {
    keywords: codes.named === undefined ? keywords : asName(keywords, words),
    typed: new Map(words.map(({ stem, word, at }) => [stem, { word: codes.typed.get(stem) ?? word, at }])),
    withoutCodes: (codes.text === text ? words : textTerms(text, terms)).map(({ stem }) => stem),
    named: codes.named,
    asked: nounPhraseOf(codes.text, terms).stems,
    stopWords: stopWords.map(stopWordTerm),
    said,
  };
}

/** A search that names a product: nothing in it is a price or an exclusion, and its words are those of its title. */
function asName({ negated, priceRange, ...read }: Keywords, words: readonly Term[]): Keywords {
  if (negated.length === 0 && priceRange === undefined) return { ...read, negated };
  return { ...read, stems: words.map(({ stem }) => stem), negated: [] };
}
