import { conceptsOf } from '../../catalogue/columns/header-names.ts';
import { measureOf } from '../../catalogue/numbers/units.ts';
import { audienceWordsIn } from '../../session/text/audiences.ts';
import {
  alternativesIn,
  type IntentName,
  type IntentPhrase,
  intentPhrasesIn,
} from '../../session/text/intent-phrases.ts';
import { handleOf } from '../../session/text/names.ts';
import { stem } from '../../session/text/stemming.ts';
import { stopWordTerm } from '../../session/text/stop-words.ts';
import { type WordSpan, wordSpans } from '../../session/text/word-spans.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { signsOf } from '../indexing/codes/code-signs.ts';
import type { Column } from '../indexing/column.ts';
import { priceEnds } from '../indexing/price-scale.ts';
import { CALLED, countMarked } from '../indexing/term-table.ts';
import type { Terms } from './words/reading.ts';
import { postingsOf, productsHavingAll, productsWithAll } from './words/words-together.ts';

/** What answers words of intent in a catalogue. */
export type IntentIndex = Pick<CatalogueIndex, 'columns'> &
  Partial<Pick<CatalogueIndex, 'scale' | 'reduced'>> & { readonly terms: Terms };

/** What words of a search ask of the list, beside what products are called. */
export interface Intent {
  readonly name: IntentName;
  /** The words, as they were typed. */
  readonly typed: string;
  /** What answers it; `reduced`: whether a product is sold below its price. `undefined` where texts do. */
  readonly attribute: 'price' | 'reduced' | Column | undefined;
  /** Of an order: 1 for the lowest first, -1 for the highest. */
  readonly direction?: 1 | -1;
  /** Of an order: in quarters of what meets the search, each by its scores. */
  readonly inQuarters?: true;
  /** The word of the catalogue that is searched for in their place: "women" for "her". */
  readonly read?: string;
}

/** A search without its words of intent. */
export interface WithoutIntents {
  readonly text: string;
  readonly intents: readonly Intent[];
  /** The stems of the words that were taken out. */
  readonly stems: readonly string[];
  /** Stems of which either is enough: red and blue of "red or blue". */
  readonly alternatives: readonly (readonly string[])[];
}

/** A phrase by which at least this share of the products with it are called is a name, such as "deal". Set by hand. */
const MIN_CALLED = 0.1;
/** The highest number of a scale of ratings. */
const BEST_RATING = 10;

const numbersIn = ({ numbers = [], ends = [], exact }: Column): number[] =>
  [...numbers, ...ends, ...(exact?.sizes ?? [])].filter(Number.isFinite);

/** The column of ratings: what shoppers said on a scale, and not how many did. */
const ratingIn = (columns: readonly Column[]): Column | undefined =>
  columns.find((column) => {
    if (column.numbers === undefined || !conceptsOf(column.name).has('feedback')) return false;
    const numbers = numbersIn(column);
    return Math.max(...numbers) <= BEST_RATING && numbers.some((number) => !Number.isInteger(number));
  });

/** The column of dates, or of years of release. */
const dateIn = (columns: readonly Column[]): Column | undefined =>
  columns.find(({ isDate }) => isDate) ??
  columns.find(({ name, numbers }) => numbers !== undefined && conceptsOf(name).has('released'));

/** What answers an intent; `undefined` where the catalogue does not. */
function answerOf(
  name: IntentName,
  { columns, scale, reduced, terms }: IntentIndex,
): Omit<Intent, 'name' | 'typed'> | undefined {
  switch (name) {
    case 'cheap':
    case 'cheapest':
      if (scale === undefined) return undefined;
      return { attribute: 'price', direction: 1, ...(name === 'cheap' && { inQuarters: true }) };
    case 'bestRated': {
      const attribute = ratingIn(columns);
      return attribute && { attribute, direction: -1 };
    }
    case 'new':
    case 'newest': {
      const attribute = dateIn(columns);
      return attribute && { attribute, direction: -1, ...(name === 'new' && { inQuarters: true }) };
    }
    case 'sale':
      return reduced === undefined ? undefined : { attribute: 'reduced' };
    default: {
      const { find, language, wordOf } = terms.whole ?? terms;
      for (const [word, { audience, isAsked }] of audienceWordsIn(terms)) {
        const says = audience === name && !isAsked && stem(word, language) === word;
        if (says && find(word) !== undefined) return { attribute: undefined, read: wordOf(word) };
      }
      return undefined;
    }
  }
}

/**
 * Whether a product is called by a phrase: its whole title, the thing it is, or, with the word before or behind, a part of its
 * title or a value, such as "new balance".
 */
function isName(
  spans: readonly WordSpan[],
  { from, to }: IntentPhrase,
  { columns, terms }: IntentIndex,
): boolean {
  const { language, find, codes } = terms.whole ?? terms;
  const stems = spans.map(({ word }) => stem(word, language));
  const phrase = spans.slice(from, to).map(({ word }) => word);
  if ((codes?.named(signsOf(phrase.join(' '))).length ?? 0) > 0) return true;
  const { marks } = postingsOf({ find }, { stems: stems.slice(from, to) }) ?? { marks: [] };
  const called = countMarked(marks, CALLED);
  if (called > 0 && called >= MIN_CALLED * marks.length) return true;
  for (const [start, end] of [
    [from - 1, to],
    [from, to + 1],
  ] as const) {
    if (start < 0 || end > spans.length) continue;
    const words = spans.slice(start, end).map(({ word }) => word);
    const value = handleOf(words.join(' '));
    if (columns.some(({ values }) => values.has(value))) return true;
    const window = stems.slice(start, end);
    const together = postingsOf({ find }, { stems: window, areTogether: true });
    if (together !== undefined && together.items.length > 0) return true;
    // Titles keep no places of stop words: those that have them all may say so.
    const withStopWords = window.map((name, k) =>
      find(name) === undefined ? [stopWordTerm(words[k])] : [name],
    );
    const hasStopWord = withStopWords.some(([name], k) => name !== window[k]);
    if (hasStopWord && productsWithAll(withStopWords, { find }).length > 0) return true;
  }
  return false;
}

/** The words on both sides of "or", where no title says them so. */
function alternativesOf(spans: readonly WordSpan[], { terms }: IntentIndex): readonly (readonly string[])[] {
  const { language, find } = terms.whole ?? terms;
  const groups: string[][] = [];
  let last = Number.NaN;
  for (const at of alternativesIn(spans, language)) {
    const [before, or, behind] = spans.slice(at - 1, at + 2).map(({ word }) => word);
    const both = [stem(before, language), stem(behind, language)];
    const title = [[both[0]], [stopWordTerm(or)], [both[1]]];
    if (both[0] === both[1] || productsWithAll(title, { find }).length > 0) continue;
    if (last === at - 2) groups.at(-1)!.push(both[1]);
    else groups.push(both);
    last = at;
  }
  return groups;
}

/** A range without a currency: "50-100". Groups: both numbers. */
const BARE_RANGE = /(?<![\p{L}\p{N}.,/-])(\d{1,6})\s?[-–]\s?(\d{1,6})(?![\p{L}\p{N}.,/-])/gu;

/** A range of numbers that nothing in the catalogue has but its prices is one of prices, and is written so. */
function withPrices(text: string, { columns, scale, terms }: IntentIndex): string {
  if (scale === undefined) return text;
  const { find } = terms.whole ?? terms;
  const [lowest, highest] = priceEnds(scale);
  return text.replace(BARE_RANGE, (range, from: string, to: string, at: number) => {
    const isOfPrices = Number(from) < Number(to) && Number(from) <= highest && Number(to) >= lowest;
    const [next = ''] = /\p{L}+/u.exec(text.slice(at + range.length).trimStart()) ?? [];
    const isElsewhere =
      measureOf(next) !== undefined ||
      columns.some(({ values }) => values.has(handleOf(range)) || (values.has(from) && values.has(to))) ||
      productsHavingAll([from, to], { find }).length > 0;
    return isOfPrices && !isElsewhere ? `$${from}-${to}` : range;
  });
}

/**
 * Reads what words of a search ask of the list: an order, a limit, for whom. Words count so where the catalogue has what answers
 * them, and no product is called so; a rule of the shop's synonyms for them decides before. All others stay as they are.
 */
export function withoutIntents(text: string, index: IntentIndex): WithoutIntents {
  const { terms } = index;
  const { language, synonyms } = terms;
  const spans = wordSpans(text, language);
  const phrases = intentPhrasesIn(spans, language, (stems, named) => {
    if (synonyms?.isGiven(stems) !== true) return undefined;
    for (const { stems: finds } of synonyms.find(stems)) {
      const name = named(finds.join(' '));
      if (name !== undefined) return name;
    }
    return null;
  });
  const intents: Intent[] = [];
  const stems: string[] = [];
  let rest = text;
  for (const phrase of phrases.toReversed()) {
    const answer = answerOf(phrase.name, index);
    if (answer === undefined || isName(spans, phrase, index)) continue;
    const words = spans.slice(phrase.from, phrase.to);
    const [start, end] = [words[0].start, words.at(-1)!.end];
    intents.unshift({ name: phrase.name, typed: text.slice(start, end), ...answer });
    stems.push(...words.map(({ word }) => stem(word, language)));
    rest = `${rest.slice(0, start)}${answer.read ?? ''}${rest.slice(end)}`;
  }
  return {
    text: withPrices(rest, index).replace(/\s+/gu, ' ').trim(),
    intents,
    stems,
    alternatives: alternativesOf(spans, index),
  };
}
