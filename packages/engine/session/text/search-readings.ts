import type { Keywords, Signal } from '../types.ts';
import { extractKeywords } from './keywords.ts';
import { keywordsOf } from './search-signal.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Type under which the service logs new readings of searches that it had read without the catalogue. It carries `data`,
 * which no signal of a caller does, and so cannot be forged.
 */
export const READING_SIGNAL = 'reading';

/** What searches say, by their sequence number in the log. */
type Readings = Readonly<Record<string, Keywords>>;

/** Whether a signal holds new readings of searches before it. */
export const isReading = ({ type, data }: Signal): boolean => type === READING_SIGNAL && data !== undefined;

/**
 * Reads the searches of a session again that were read without the catalogue.
 *
 * @param log the whole log of the session, oldest signal first
 * @returns the signal to append to the log; `undefined` where no search was read without the catalogue
 */
export function readAgain(log: readonly Signal[], vocabulary: Vocabulary): Signal | undefined {
  const readings: Record<string, Keywords> = {};
  for (const [place, signal] of asLastRead(log).entries()) {
    if (signal.type !== 'search' || keywordsOf(signal).withoutCatalogue !== true) continue;
    readings[place + 1] = extractKeywords(signal.value ?? '', vocabulary);
  }
  if (Object.keys(readings).length === 0) return undefined;
  return { type: READING_SIGNAL, at: log.at(-1)!.at, data: JSON.stringify(readings) };
}

/**
 * A log with each search as it was read last. Folding it gives the profile of the session, as if every search had been
 * read so when it arrived.
 *
 * @param log the whole log of a session, or its beginning, oldest signal first
 */
export function asLastRead<S extends Signal>(log: readonly S[]): readonly S[] {
  if (!log.some(isReading)) return log;
  const read = log.slice();
  for (const signal of log) {
    if (!isReading(signal)) continue;
    for (const [sequence, keywords] of Object.entries(JSON.parse(signal.data!) as Readings)) {
      const place = Number(sequence) - 1;
      read[place] = { ...read[place], data: JSON.stringify(keywords) };
    }
  }
  return read;
}
