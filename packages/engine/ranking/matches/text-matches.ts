import { withoutTerm } from '../../session/text/keywords.ts';
import { stopWordOf, stopWordTerm } from '../../session/text/stop-words.ts';
import { CALLED, countMarked, type InvertedIndex, OF_KIND, type Postings } from '../indexing/term-table.ts';
import { idfOf } from '../indexing/text-relevance.ts';
import type { SessionState } from '../intent/session-state.ts';
import type { Reading, Word } from '../query/words/reading.ts';
import type { SearchTerm } from '../query/words/search-terms.ts';
import { postingsOf } from '../query/words/words-together.ts';
import { thingAsked } from './asked-thing.ts';
import type { FoundProducts } from './found-products.ts';
import { WEIGHTS } from './weights.ts';
import { hitsOf, type KnownReading, type Match, type WordHits } from './word-hits.ts';

/**
 * What a stop word of the search counts in a title that has all other words, as a share of its weight, and so much less in others
 * as they have fewer of these. A search of other words finds nothing by its stop words. Swept among 0 to 1.2.
 */
const OF_STOP_WORD = 1.2;

/** How many words the whole search counts in a product that it names in full, so that others come behind. Set by hand. */
const OF_NAMED = 3;

/** The products that match the words of a session. */
export interface TextMatches {
  readonly matched: readonly Match[];
  /** Sum of the weights of the matched words. */
  readonly strength: number;
  /**
   * The products, each with its relevance as its score: BM25F, weighted by its features (`weights.ts`). Valid until the next
   * search with the same memory.
   */
  readonly found: FoundProducts;
  /** How many words of the search at hand some product has: see `FoundProducts.had`. */
  readonly asked: number;
}

/**
 * Matches the words of a session with the texts of the products.
 *
 * @param memory for the matches
 */
export function textMatchesOf(state: SessionState, memory: FoundProducts): TextMatches {
  const { bound, words, read, excluded, search } = state;
  const { text = '', asked = [], named, stopWords = [] } = search ?? {};
  const { terms } = bound.index;
  const found = read.map((term) => wordIn(terms, term));
  const called = found.flatMap(({ term, called: share }) =>
    term.latest === true && share > 0 ? [term.name] : [],
  );
  const gathered = new GatheredWords(memory, bound.index.size, thingAsked(asked, called, terms));
  for (const word of found) gathered.add(word, true);
  if (named !== undefined && !words.some(({ name }) => name === named)) {
    const whole = {
      name: named,
      weight: OF_NAMED,
      readings: [{ stems: [named], share: 1, told: text }],
    };
    gathered.add(wordIn(terms, whole), true, true);
  }
  const isOfStopWords = saysNothingElse(words, stopWords);
  for (const name of stopWords) {
    if (isOfStopWords) {
      const readings = [{ stems: [name], share: 1, told: stopWordOf(name) }];
      gathered.add(wordIn(terms, { name, weight: 1, readings }), true);
    } else gathered.addStopWord(terms.find(name));
  }
  // Where the query has no other words ("sugar free"), products that state the absence ("sugar-free") are the matches.
  const nothingElse = gathered.strength === 0;
  for (const { name, weight } of excluded) {
    const readings = [{ stems: [withoutTerm(name)], share: 1 }];
    const latest = search?.keywords.negated.includes(name) === true && { latest: true as const };
    gathered.add(wordIn(terms, { name, weight, readings, ...latest }), nothingElse);
  }
  gathered.weigh();
  return { matched: gathered.matched, strength: gathered.strength, found: memory, asked: gathered.asked };
}

/** Whether a search has no words but stop words. */
function saysNothingElse(words: readonly Word[], stopWords: readonly string[]): boolean {
  const latest = words.filter((word) => word.latest === true);
  return (
    latest.length > 0 && latest.every(({ name, typed = name }) => stopWords.includes(stopWordTerm(typed)))
  );
}

/** How rare a word is, and the shares of the products that have it of which it says what they are. */
interface WordStatistics {
  readonly rarity: number;
  /** By their titles or their categories. */
  readonly ofKind: number;
  /** By their titles. */
  readonly called: number;
}

function statisticsIn(marks: ArrayLike<number>, all: number): WordStatistics {
  const having = Math.max(1, marks.length);
  const ofKind = countMarked(marks, CALLED | OF_KIND) / having;
  return { rarity: idfOf(marks.length, all), ofKind, called: countMarked(marks, CALLED) / having };
}

/**
 * The statistics of a word in the whole catalogue, by the reading that most products have. In a list that a search
 * has found, nearly all products have the words: there, the word that few have would be the one that counts.
 * `undefined` where the candidates are the catalogue, or it lacks the word.
 */
function statisticsOf(readings: readonly Reading[], { whole }: InvertedIndex): WordStatistics | undefined {
  if (whole === undefined) return undefined;
  let most: Postings | undefined;
  for (const reading of readings) {
    const postings = postingsOf(whole, reading);
    if (postings !== undefined && postings.items.length > (most?.items.length ?? 0)) most = postings;
  }
  return most && statisticsIn(most.marks, whole.products);
}

/** A word of a session, and what its readings find. */
interface FoundWord extends WordHits, WordStatistics {
  readonly term: SearchTerm;
}

function wordIn(terms: InvertedIndex, term: SearchTerm): FoundWord {
  const { readings } = term;
  const known = readings.flatMap((reading): KnownReading[] => {
    const postings = postingsOf(terms, reading);
    return postings === undefined || postings.items.length === 0 ? [] : [{ reading, postings }];
  });
  const found = hitsOf(known, terms);
  const statistics = statisticsOf(readings, terms) ?? statisticsIn(found.hits.marks, terms.products);
  return { term, ...found, ...statistics };
}

/** Gathers what the words of a session find, one after the other in the order of the search. */
class GatheredWords {
  readonly matched: Match[] = [];
  strength = 0;
  asked = 0;
  readonly #found: FoundProducts;
  readonly #thing: string | undefined;
  /** The sums over all words of their rarities, above 0 once a product is found, and of how far they say what kind of thing it is. */
  #rarity = 0;
  #kinds = 0;

  /** @param thing the word for what is asked for */
  constructor(found: FoundProducts, products: number, thing: string | undefined) {
    found.begin(products);
    this.#found = found;
    this.#thing = thing;
  }

  /**
   * @param isEnough whether the word alone makes a product a match
   * @param isWhole whether it is the whole search
   */
  add(word: FoundWord, isEnough: boolean, isWhole = false): void {
    const { term, hits, matches } = word;
    // An old word may weigh nothing any more: shares of nothing are no numbers.
    if (hits.products.length === 0 || term.weight === 0) return;
    const rarity = term.weight * word.rarity;
    // A word of a superseded search says little of what is sought now.
    const kind = Math.min(1, term.weight) * word.ofKind;
    this.#rarity += rarity;
    this.#kinds += kind;
    const isThing = term.latest === true && term.name === this.#thing;
    const isAsked = term.latest === true && !isWhole;
    if (isAsked) this.asked++;
    const found = this.#found;
    const { products, scores, marks } = hits;
    for (let k = 0; k < products.length; k++) {
      const product = products[k];
      let at = found.placeOf(product);
      if (at < 0) {
        if (!isEnough) continue;
        at = found.add(product);
      }
      found.scores[at] += term.weight * scores[k];
      found.covered[at] += rarity;
      found.kinds[at] += kind;
      found.marks[at] |= marks[k];
      if (isAsked) found.had[at]++;
      if (isThing) found.isThing[at] = marks[k] & CALLED;
    }
    if (isEnough) this.strength += term.weight;
    this.matched.push(...(isWhole ? matches.map((match) => ({ ...match, isWhole })) : matches));
  }

  /** Adds what a stop word counts to the products that are found and have it in their titles. */
  addStopWord(postings: Postings | undefined): void {
    if (postings === undefined) return;
    const { items, weights } = postings;
    const found = this.#found;
    for (let k = 0; k < items.length; k++) {
      const at = found.placeOf(items[k]);
      if (at >= 0) found.scores[at] += (OF_STOP_WORD * weights[k] * found.covered[at]) / this.#rarity;
    }
  }

  /** Makes the sums of words the relevance of each product. */
  weigh(): void {
    const { count, scores, covered, kinds, marks, isThing } = this.#found;
    for (let at = 0; at < count; at++) {
      scores[at] *= Math.exp(
        WEIGHTS.coverage * Math.log(covered[at] / this.#rarity) +
          WEIGHTS.lacksKind * (this.#kinds - kinds[at]) +
          WEIGHTS.isThing * isThing[at] +
          WEIGHTS.isOfKind * ((marks[at] & OF_KIND) === 0 ? 0 : 1),
      );
    }
  }
}
