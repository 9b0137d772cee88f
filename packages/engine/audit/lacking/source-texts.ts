import { conceptsOf, headerWords } from '../../catalogue/columns/header-names.ts';
import { plainText } from '../../catalogue/texts/plain-text.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { foldText } from '../../languages/fold-text.ts';
import {
  FEWEST_WORDS,
  LONGEST_STATEMENT,
  PROSE_WORDS,
  READ_CHARACTERS,
  READ_COLUMN_CHARACTERS,
  READ_COLUMNS,
  READ_PRODUCTS,
  SAMPLED_TEXTS,
} from './constants.ts';

/** A word of a text, folded, with its place in the text. */
export interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

/** A column of texts: titles, or descriptions. */
export interface SourceTexts {
  readonly column: string;
  /** Texts of many words, in which a word may speak of anything. */
  readonly isProse: boolean;
  /** Per product that is read, the first of the canonical order, its text without markup; undefined without one. */
  readonly texts: readonly (string | undefined)[];
  /** The words of a text, computed once. */
  words(product: number): readonly Word[];
  /** Whether a place of a text is in a short statement; texts that are no prose are. */
  isStated(product: number, start: number, end: number): boolean;
}

interface Shop {
  readonly ids: readonly string[];
  readonly attributes: readonly Attribute[];
}

/** The columns of titles and descriptions, short texts first. */
export function sourceTexts({ ids, attributes }: Shop, idColumn = ''): SourceTexts[] {
  const read = Math.min(ids.length, READ_PRODUCTS);
  const folds = new Map<string, string>();
  const sources = attributes
    .filter(isText)
    .map((attribute) => sourceOf(attribute.name, textsOf(attribute, read), folds))
    .concat(sourceOf(idColumn, ids.slice(0, read), folds))
    .filter(({ words }) => words >= FEWEST_WORDS);
  const seen = new Set<string>();
  return sources
    .sort(
      (left, right) =>
        Number(left.source.isProse) - Number(right.source.isProse) ||
        right.filled - left.filled ||
        (left.source.column < right.source.column ? -1 : 1),
    )
    .map(({ source }) => source)
    .filter(({ column }) => {
      // Of one text in several languages the fullest is read.
      const name = headerWords(column.replace(LANGUAGE, ''));
      return !seen.has(name) && seen.add(name);
    })
    .slice(0, READ_COLUMNS);
}

/** The language behind the name of a column: "name.en", "description_de". */
const LANGUAGE = /[-_. ](?:[a-z]{2})$/;
/** Distinct values of all that cells hold, below which a column holds the values of an option. Set by hand. */
const MOST_REPEATED = 0.3;
const NO_TEXT = ['identifier', 'link', 'image', 'picture', 'feedback', 'money', 'brand', 'category'] as const;

function isText({ name, notQuestion, notRecordable, kind, cells, values }: Attribute): boolean {
  if (
    notQuestion !== 'identifier' &&
    notQuestion !== 'text' &&
    notRecordable !== 'name' &&
    notRecordable !== 'text'
  )
    return false;
  if (kind === 'number' || kind === 'date') return false;
  // The values of an option, several a product and the same ones again and again.
  if (cells.length > 1 && values.length < MOST_REPEATED * cells.reduce((sum, set) => sum + set.length, 0))
    return false;
  const concepts = conceptsOf(name);
  return concepts.has('title') || !NO_TEXT.some((concept) => concepts.has(concept));
}

/** The texts of the first products; fewer where texts are long. */
function textsOf({ cell, cells, values }: Attribute, read: number): (string | undefined)[] {
  const plain: (string | undefined)[] = [];
  const texts: (string | undefined)[] = [];
  for (let left = READ_COLUMN_CHARACTERS; texts.length < read && left > 0; ) {
    const at = cell[texts.length];
    if (at >= 0) {
      const text = cells[at].map((value) => values[value].label).join('\n');
      plain[at] ??= withoutMarkup(text);
      left -= Math.min(text.length, READ_CHARACTERS);
    }
    texts.push(at < 0 ? undefined : plain[at]);
  }
  return texts;
}

/** The words of a text of HTML, with a line for each block; at most the first of them. */
export const withoutMarkup = (text: string): string =>
  plainText(text.slice(0, 4 * READ_CHARACTERS))
    .replaceAll('\\n', '\n')
    .slice(0, READ_CHARACTERS);

/** The texts of any column; several of one product stand in lines. */
export function columnTexts(attribute: Attribute, read: number): SourceTexts {
  return sourceOf(attribute.name, textsOf(attribute, read), new Map()).source;
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Characters of scripts that separate no words: a text of them is as many words as it has of three characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

function sourceOf(column: string, texts: readonly (string | undefined)[], folds: Map<string, string>) {
  let filled = 0;
  let words = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    if (++filled > SAMPLED_TEXTS) continue;
    words += text.split(/\s+/).length + (text.match(UNSPACED)?.length ?? 0) / 3;
  }
  const mean = words / Math.max(1, Math.min(filled, SAMPLED_TEXTS));
  const known: (readonly Word[] | undefined)[] = [];
  const source: SourceTexts = {
    column,
    isProse: mean > PROSE_WORDS,
    texts,
    words: (product) => (known[product] ??= wordsOf(texts[product] ?? '', folds)),
    isStated: (product, start, end) =>
      mean <= PROSE_WORDS || wordsAround(texts[product] ?? '', start, end) <= LONGEST_STATEMENT,
  };
  return { source, filled, words: mean };
}

function wordsOf(text: string, folds: Map<string, string>): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORDS)) {
    const written = match[0];
    let folded = folds.get(written);
    if (folded === undefined) {
      folded = foldText(written);
      folds.set(written, folded);
    }
    words.push({ folded, start: match.index, end: match.index + written.length });
  }
  return words;
}

const ENDS = /[.!?;:\n•|]/;

/** The words of the sentence or line around a place. */
function wordsAround(text: string, start: number, end: number): number {
  let from = start;
  while (from > 0 && !ENDS.test(text[from - 1])) from--;
  let to = end;
  while (to < text.length && !ENDS.test(text[to])) to++;
  return text.slice(from, to).trim().split(/\s+/).length;
}
