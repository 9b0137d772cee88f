import type { Keywords, Signal } from '../types.ts';
import { extractKeywords } from './keywords.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Keywords of the searches that were just read. A fold in the same request then need not parse their JSON, which took
 * longer than the rest of the fold for a hundred long searches.
 */
const justRead = new WeakMap<Signal, Keywords>();

/** V8 lets parts of a text from this length on share its memory: a profile that keeps one would keep the whole text. */
const SHARES_MEMORY = 13;

/**
 * A search with what its words say, to be logged with it.
 *
 * @param vocabulary of the current catalogue; `undefined` where that is not in memory, which the reading then says
 */
export function searchSignal(signal: Signal, vocabulary: Vocabulary | undefined): Signal {
  const extracted = extractKeywords(signal.value ?? '', vocabulary);
  const keywords: Keywords = vocabulary === undefined ? { ...extracted, withoutCatalogue: true } : extracted;
  const read = { ...signal, data: JSON.stringify(keywords) };
  const { stems, negated } = keywords;
  if ([...stems, ...negated].every((stem) => stem.length < SHARES_MEMORY)) justRead.set(read, keywords);
  return read;
}

/** The keywords of a search signal: as they were read when it arrived, or read now without a catalogue. */
export function keywordsOf(signal: Signal): Keywords {
  if (signal.data === undefined) return extractKeywords(signal.value ?? '');
  return justRead.get(signal) ?? (JSON.parse(signal.data) as Keywords);
}
