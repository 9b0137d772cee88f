import type { Language } from '../../languages/language-pack.ts';
import { measuredWordsOf } from './amounts/measure-words.ts';
import { foldText } from './tokens.ts';

/** A word of a text, folded, and where it stands: offsets in UTF-16 units, the end behind its last. */
export interface WordSpan {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text as it is written, each with its place. */
export function wordSpans(text: string, language: Language): readonly WordSpan[] {
  const spans: WordSpan[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    for (const word of measuredWordsOf(foldText(segment), language)) {
      spans.push({ word, start: index, end: index + segment.length });
    }
  }
  return spans;
}
