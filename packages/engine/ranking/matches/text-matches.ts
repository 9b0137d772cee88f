import { withoutTerm } from '../../session/text/keywords.ts';
import { stopWordOf, stopWordTerm } from '../../session/text/stop-words.ts';
import { isUsualName } from '../../session/text/usual-names.ts';
import { formMarkOf } from '../indexing/inverted-index.ts';
import { isCountDimension } from '../indexing/number-columns.ts';
import {
  CALLED,
  FURTHER_FORM,
  formMarksIn,
  type InvertedIndex,
  OF_KIND,
  type Postings,
  placeInTitle,
  RECURS,
} from '../indexing/term-table.ts';
import { idfOf, weightInAttribute } from '../indexing/text-relevance.ts';
import { type Filter, filtersIn } from '../intent/column-preference.ts';
import type { SessionState } from '../intent/session-state.ts';
import { forOthers } from '../query/audience.ts';
import type { Reading } from '../query/words/reading.ts';
import { type SearchTerm, searchTerms } from '../query/words/search-terms.ts';
import { postingsOf } from '../query/words/words-together.ts';
import { AskedThing } from './asked-thing.ts';
import type { FoundProducts } from './found-products.ts';
import { measuredWords } from './measured-words.ts';
import { hitsOf, type KnownReading, type Match } from './word-hits.ts';

/**
 * How much more a product counts that is what is asked for, not something for it. Chosen with the weights of the fields
 * (docs/design/ranking.md, "Searches").
 */
const HEAD_BONUS = 0.2;
/** The same for a product whose category a word names, also chosen there. */
const CATEGORY_BONUS = 0.1;
/**
 * Both for a search that names a thing alone, by one word or a usual name such as "cell phone": who types "laptop" wants a
 * laptop, and would have typed "laptop bag" for a bag, whose title is shorter. Chosen among .2 to 2 and .1 to 5
 * (docs/design/ranking.md, "Searches").
 */
const LONE_HEAD_BONUS = 0.5;
const LONE_CATEGORY_BONUS = 2;
/** What is left of a thing where what belongs to it is asked for. Set by hand. */
const OF_ACCESSORIES = 0.2;
/** What is left of a product with a share of the words: the share to this power. Chosen among .5, .65, .8 and 1. */
const COVERAGE_POWER = 0.8;
/**
 * What is left of a product that lacks the word for what is asked for, and one that lacks another word by which products are
 * called, or their categories: who searches for a 4k monitor wants no other thing with 4k. Less is lost for a word that
 * seldom says so. Chosen by hand among those that no judged set speaks against (docs/design/ranking.md, "Searches").
 */
const OF_OTHER_THING = 0.1;
const OF_OTHER_KIND = 0.2;
/**
 * A shop has a thing if at least so many products are called by its word, and this share of the titles that have it. Then a product
 * is surely another thing that lacks the word, is called by no word of the search, and has one at most by which others are
 * called: "turquoise paint" for "turquoise chair". Set by hand; shares of .1 to .3 change no judged figure by more than .002.
 */
const FEWEST_SOLD = 5;
const LEAST_SOLD = 0.3;
/** In place of the first, where the search says what the thing is for: a "motherboard for ryzen" is no processor. Set by hand. */
const OF_WHAT_IT_IS_FOR = 0.001;

/**
 * How much more a product counts for each pair of words that follow each other in its title as in the search: "door hinge" in
 * "Door hinge chrome", not in "Hinge for shower door". Chosen among .1, .15, .2 on three judged sets
 * (docs/design/ranking.md, "Searches").
 */
const PAIR_BONUS = 0.15;
/** The same for what is called otherwise: a "12 inch subwoofer grille" is no subwoofer. Of 0, this and .15 the best by hand. */
const PAIR_BONUS_OF_OTHERS = 0.075;
/**
 * How much less a product counts whose title has no word of the search in its form: a "training set" for "train set". By the share
 * of such words. Of .2, .4 and .7 the larger ones do best on one judged set, and the middle one on the others.
 */
const OTHER_FORM = 0.4;
/**
 * The share that the unit of a quantity counts where the title has it with another number: "240 volt" is not half of "600 volt".
 * Of .2, .5 and 1 the first two do as well on judged searches, and better than the last.
 */
const OF_OTHER_NUMBER = 0.3;
/**
 * What a stop word of the search counts in a title that has all other words, as a share of its weight, and so much less in others
 * as they have fewer of these. A search of other words finds nothing by its stop words. Chosen among 0 to 1.2
 * (docs/design/ranking.md, "Stop words").
 */
const OF_STOP_WORD = 1.2;
/** How many words the whole search counts in a product that it names in full, so that others come behind. Set by hand. */
const OF_NAMED = 3;
/** Numbers, sizes and models: "4k", "16gb". */
const STARTS_WITH_DIGIT = /^\d/;
/** What is left of a product that is for others than the search says, such as men. Set by hand. */
const OF_OTHERS = 0.1;

/** The products that match the words of a session. */
export interface TextMatches {
  readonly matched: readonly Match[];
  /** Sum of the weights of the matched words. */
  readonly strength: number;
  /**
   * The products, each with its relevance as its score: BM25F, times a power of the share of the words that it has, more
   * where it is what they ask for. Valid until the next search with the same memory.
   */
  readonly found: FoundProducts;
  /** By dimension, the products whose texts have all words of the quantity that the search names. */
  readonly quantities: ReadonlyMap<string, ReadonlySet<number>>;
}

/** How rare a word is, and the shares of the products that have it of which it says what they are. */
interface WordStatistics {
  readonly rarity: number;
  /** By their titles or their categories. */
  readonly ofKind: number;
  /** By their titles. */
  readonly called: number;
  /** Whether the shop has what it says: see {@link FEWEST_SOLD}. */
  readonly isSold: boolean;
}

/** Whether at most one bit is set. */
const isOneAtMost = (bits: number): boolean => (bits & (bits - 1)) === 0;

function statisticsIn(marks: ArrayLike<number>, all: number): WordStatistics {
  let ofKind = 0;
  let called = 0;
  let inTitle = 0;
  for (let k = 0; k < marks.length; k++) {
    if (placeInTitle(marks[k]) > 0) inTitle++;
    if ((marks[k] & (CALLED | OF_KIND)) === 0) continue;
    ofKind++;
    called += marks[k] & CALLED;
  }
  return {
    rarity: idfOf(marks.length, all),
    ofKind: ofKind / marks.length,
    called: called / marks.length,
    isSold: called >= FEWEST_SOLD && called >= LEAST_SOLD * inTitle,
  };
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

/** Adds what a stop word counts to the products that are found and have it in their titles. */
function addStopWord(postings: Postings | undefined, total: number, found: FoundProducts): void {
  if (postings === undefined) return;
  const { items, weights } = postings;
  for (let k = 0; k < items.length; k++) {
    const at = found.placeOf(items[k]);
    if (at >= 0) found.scores[at] += (OF_STOP_WORD * weights[k] * found.covered[at]) / total;
  }
}

/**
 * Matches the words of a session with the texts of the products.
 *
 * @param found memory for the matches
 */
export function textMatchesOf(state: SessionState, found: FoundProducts): TextMatches {
  const { bound, words, excluded: excludedWords, asked, saysPurpose, named: wholeName, stopWords } = state;
  const { terms } = bound.index;
  const measured = measuredWords(words, filtersIn(state));
  /** Of the words that a quantity says, what a product counts that has it. */
  const said: {
    readonly filter: Filter;
    readonly score: number;
    readonly rarity: number;
    readonly kind: number;
  }[] = [];
  const quantities = new Map<string, ReadonlySet<number>>();
  const matched: Match[] = [];
  found.begin(bound.index.size);
  let strength = 0;
  let total = 0;
  let lackingAll = 1;
  const thing = new AskedThing(asked, terms.language);
  /** The words of the search at hand that some product has, and these without numbers and units. */
  const saidWords: string[] = [];
  const named: string[] = [];
  /** Words of the search at hand so far, and the place of the last of them. */
  let number = 0;
  let before: number | undefined;
  const match = (
    { readings, weight, name, typed, at: placeInSearch, latest, isUnit }: SearchTerm,
    /** Whether the word alone makes a product a match. */
    isEnough: boolean,
    filter?: Filter,
  ): void => {
    if (latest === true) number++;
    const step = placeInSearch === undefined || before === undefined ? 1 : placeInSearch - before;
    const inSearch = { number, step };
    before = placeInSearch;
    const known: KnownReading[] = [];
    for (const reading of readings) {
      const { stems } = reading;
      const postings = postingsOf(terms, reading);
      if (postings !== undefined && postings.items.length > 0)
        known.push({ reading, isOwn: stems.length === 1 && stems[0] === name, postings });
    }
    const { hits, matches } = hitsOf(known, terms);
    if (filter?.dimension !== undefined) {
      const others = quantities.get(filter.dimension);
      // A title says how many where the number stands before the noun: "Core 8 GB" has no eight cores.
      const stands = (product: number, k: number): boolean =>
        !isCountDimension(filter.dimension!) ||
        found.mayBeBehindLast(found.placeOf(product), inSearch, placeInTitle(hits.marks[k]));
      const all = Array.from(hits.products).filter(
        (product, k) => others === undefined || (others.has(product) && stands(product, k)),
      );
      quantities.set(filter.dimension, new Set(all));
    }
    if (hits.products.length === 0) return;
    if (latest === true) {
      saidWords.push(name);
      if (isUnit !== true && !STARTS_WITH_DIGIT.test(name)) named.push(name);
    }
    const {
      rarity: idf,
      ofKind,
      called,
      isSold,
    } = statisticsOf(readings, terms) ?? statisticsIn(hits.marks, terms.products);
    const rarity = weight * idf;
    total += rarity;
    // A word of a superseded search says little of what is sought now.
    const certainty = Math.min(1, weight) * ofKind;
    const kind = OF_OTHER_KIND ** certainty;
    lackingAll *= kind;
    const bit = latest === true ? thing.add(name, called, certainty, isSold) : 0;
    if (filter !== undefined) {
      said.push({ filter, score: weight * weightInAttribute(idf, terms.averageLengths), rarity, kind });
    }
    const { products, scores, marks } = hits;
    const form = typed === undefined ? 0 : formMarkOf(name, typed, terms);
    for (let k = 0; k < products.length; k++) {
      const product = products[k];
      // What has the quantity has it alike, whether its title says so or a column.
      if (filter?.meets(product) === true) continue;
      let at = found.placeOf(product);
      if (at < 0) {
        if (!isEnough) continue;
        at = found.add(product);
      }
      const place = placeInTitle(marks[k]);
      const recurs = (marks[k] & RECURS) !== 0;
      const isOfOtherNumber =
        isUnit === true && place > 0 && !recurs && !found.mayBeBehindLast(at, inSearch, place);
      const share = isOfOtherNumber ? OF_OTHER_NUMBER : 1;
      found.scores[at] += share * weight * scores[k];
      found.covered[at] += share * rarity;
      found.kinds[at] /= kind;
      found.marks[at] |= marks[k];
      found.had[at] |= bit;
      if ((marks[k] & CALLED) !== 0) found.called[at] |= bit;
      if (latest !== true) continue;
      found.note(at, inSearch, place, recurs);
      const forms = formMarksIn(marks[k]);
      if (form !== 0 && forms !== 0 && (forms & (form | FURTHER_FORM)) === 0) found.otherForms[at]++;
    }
    if (isEnough) strength += weight;
    matched.push(...matches);
  };
  for (const term of searchTerms(words, terms)) match(term, true, measured.get(term.name));
  if (wholeName !== undefined && !words.some(({ name }) => name === wholeName)) {
    const whole = matched.length;
    match({ name: wholeName, weight: OF_NAMED, readings: [{ stems: [wholeName], share: 1 }] }, true);
    for (const { items } of matched.splice(whole))
      matched.push({ word: state.searchText, items, isWhole: true });
  }
  const latestWords = words.filter(({ latest }) => latest === true);
  const saysNothingElse =
    latestWords.length > 0 &&
    latestWords.every(({ name, typed = name }) => stopWords.includes(stopWordTerm(typed)));
  for (const name of stopWords) {
    if (saysNothingElse) {
      match({ name, weight: 1, readings: [{ stems: [name], share: 1, told: stopWordOf(name) }] }, true);
    } else addStopWord(terms.find(name), total, found);
  }
  for (let at = 0; at < found.count && said.length > 0; at++) {
    for (const { filter, score, rarity, kind } of said) {
      if (!filter.meets(found.products[at])) continue;
      found.scores[at] += score;
      found.covered[at] += rarity;
      found.kinds[at] /= kind;
    }
  }
  // Where the query has no other words ("sugar free"), products that state the absence ("sugar-free") are the matches.
  const nothingElse = strength === 0;
  for (const { name, weight } of excludedWords) {
    match({ name, weight, readings: [{ stems: [withoutTerm(name)], share: 1 }] }, nothingElse);
  }
  const { scores, covered, kinds, marks } = found;
  const isAlone = named.length === 1 || isUsualName(saidWords.join(' '), terms);
  const headBonus = isAlone ? LONE_HEAD_BONUS : HEAD_BONUS;
  const categoryBonus = isAlone ? LONE_CATEGORY_BONUS : CATEGORY_BONUS;
  const { head, others, certainty, isSold } = thing.told();
  const isForOthers = forOthers(words, terms);
  const otherThing = saysPurpose ? OF_WHAT_IT_IS_FOR : OF_OTHER_THING;
  const ofOtherThing = (otherThing / OF_OTHER_KIND) ** certainty;
  const ofSurelyOther = isSold ? otherThing / OF_OTHER_KIND : ofOtherThing;
  for (let at = 0; at < found.count; at++) {
    const coverage = (total > 0 ? covered[at] / total : 1) ** COVERAGE_POWER * lackingAll * kinds[at];
    const isHead = (found.called[at] & head) !== 0;
    const called = isHead ? 1 + headBonus : (found.called[at] & others) === 0 ? 1 : OF_ACCESSORIES;
    const ofKind = (marks[at] & OF_KIND) === 0 ? 1 : 1 + categoryBonus;
    const hasThing = head === 0 || (found.had[at] & head) !== 0;
    const isSurelyOther = found.called[at] === 0 && isOneAtMost(found.had[at]);
    const ofThing = hasThing ? 1 : isSurelyOther ? ofSurelyOther : ofOtherThing;
    const audience = isForOthers?.(found.products[at]) === true ? OF_OTHERS : 1;
    const together = 1 + (isHead || head === 0 ? PAIR_BONUS : PAIR_BONUS_OF_OTHERS) * found.pairs[at];
    const inForm = number === 0 ? 1 : 1 - (OTHER_FORM * found.otherForms[at]) / number;
    scores[at] = scores[at] * coverage * called * ofKind * ofThing * audience * together * inForm;
  }
  return { matched, strength, found, quantities };
}
