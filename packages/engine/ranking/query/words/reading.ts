import type { InvertedIndex } from '../../indexing/term-table.ts';

/** A stem and its decayed strength. */
export interface Word {
  readonly name: string;
  readonly weight: number;
  /** Of the last search, or of the query at hand. */
  readonly latest?: true;
  /** As it stands in that search; the stem where its text is not known. */
  readonly typed?: string;
  /** Its place there, stop words counted; `undefined` where the text is not known. */
  readonly at?: number | undefined;
  /** The stems of which either is enough, its own included: "red or blue". */
  readonly or?: readonly string[];
}

/** One way to read a word: a product has to have all of its stems. */
export interface Reading {
  readonly stems: readonly string[];
  /** Share of the word's weight that it counts, 0 to 1. */
  readonly share: number;
  /** Whether the stems have to stand one behind the other in titles. */
  readonly areTogether?: boolean;
  /** What a match is told as; the stems as the catalogue writes them, if not given. */
  readonly told?: string;
}

/** The parts of an inverted index that reading needs. */
export type Terms = Omit<InvertedIndex, 'averageLengths'>;
