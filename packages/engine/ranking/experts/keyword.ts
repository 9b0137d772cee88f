import { searchAt, searchSignalOf, typedWords } from '../../session/profile/typed-searches.ts';
import { stem } from '../../session/text/stemming.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { filtersIn } from '../intent/column-preference.ts';
import { pricePreferenceOf } from '../intent/price-preference.ts';
import type { SessionState } from '../intent/session-state.ts';
import { FoundProducts } from '../matches/found-products.ts';
import { leadToFew } from '../matches/leading-matches.ts';
import { type TextMatches, textMatchesOf } from '../matches/text-matches.ts';
import type { Match } from '../matches/word-hits.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { priceTest } from '../query/constraints.ts';
import { lastStepOf } from '../query/named-values.ts';
import { excludedProducts } from '../query/words/excluded-products.ts';
import { type DenseScores, type ExpertGroup, SILENT } from './expert.ts';
import type { SparseScores } from './sparse-scores.ts';

/** Evidence strength at which the confidence is 1/2. Set by hand. */
const HALF_CONFIDENCE = 0.25;
/**
 * Floor of the constraint factor: a match that violates a price or filter still scores above products that do not
 * match. Set by hand.
 */
const MIN_COMPLIANCE = 0.01;
/** A match that meets less of the constraints violates them. Set by hand: above what is left without a price. */
const VIOLATED = 0.1;
/** Matches that meet the constraints and come before all others: about a page. Set by hand. */
const HELD_PLACES = 20;
/** How far behind them the others begin. Set by hand. */
const BEHIND = 0.9;
/**
 * What is left of the relevance of a match that has an excluded word. Set by hand: it comes behind other matches, also of
 * fewer words, and before what only shares a rare word with the search ("outdoor ceiling fan without light").
 */
const TURNED_AWAY = 0.1;
/** How far a match without a price meets a price limit. Set by hand: behind what meets it, before what violates it. */
const UNPRICED = 0.05;
/**
 * Power of a match's relevance that its score is proportional to, and how much more right after a search. Beside the
 * order of a list that a caller sends, the differences of relevance count more with 3 than with 2, and with 4 weak
 * matches get hardly more than products that do not match. A category that
 * was named since leaves the matches of an earlier search closer together.
 */
const SHARPNESS = 2;
const SHARPER_AFTER_SEARCH = 1;
/** How far a product meets a constraint, 0 to 1. */
interface Compliance {
  of(product: number): number;
  /** Whether it was stated with the search or since. What is older orders the matches, and says nothing against them. */
  readonly isOfSearch: boolean;
}

function compliancesOf(state: SessionState): readonly Compliance[] {
  const compliances: Compliance[] = [];
  const begin = stepOfSearch(state);
  const price = state.priceFilter === undefined ? undefined : pricePreferenceOf(state);
  if (price !== undefined) {
    const isWithin = priceTest(state.bound.index, state.priceFilter!);
    const violation = 1 - Math.min(1, price.stated);
    const unpriced = 1 - Math.min(1, price.stated) * (1 - UNPRICED);
    compliances.push({
      isOfSearch: state.priceFilter!.step >= begin,
      of(product) {
        const code = price.code[product];
        if (code < 0) return unpriced;
        // A price just above the limit is one above the limit.
        return isWithin(product) ? 1 : Math.min(violation, price.held[code + 1]);
      },
    });
  }
  for (const filter of filtersIn(state)) {
    const violation = 1 - filter.strength;
    compliances.push({
      isOfSearch: filter.step >= begin,
      of: (product) => (filter.meets(product) ? 1 : violation),
    });
  }
  return compliances;
}

/**
 * The step of the search at hand: that of the query, or of the last search. A page that is asked for again, such as with a
 * filter, sends the query of a search that the session has already.
 */
function stepOfSearch({ profile, query, stems, interests }: SessionState): number {
  const last = lastStepOf(interests.keyword);
  const isNew = stems.length > 0 && searchAt(profile, last) !== searchSignalOf(query!.trim());
  return isNew ? profile.step + 1 : last;
}

/** The products with words that the shopper excluded. */
interface Exclusion {
  readonly products: ReadonlySet<number>;
  /** The excluded words as the catalogue writes them. */
  readonly words: readonly string[];
  readonly weight: number;
}

function exclusionOf({ bound, excluded: excludedWords }: SessionState): Exclusion {
  const { terms } = bound.index;
  const products = new Set<number>();
  const words: string[] = [];
  let sum = 0;
  for (const { name, weight } of excludedWords) {
    const having = excludedProducts(name, terms);
    if (having === undefined) continue;
    sum += weight;
    words.push(terms.wordOf(name));
    for (const product of having) products.add(product);
  }
  return { products, words, weight: sum };
}

/**
 * Adds a power of the relevances of matches, lower for products that violate other constraints. Few of those that meet
 * them lead, and the first {@link HELD_PLACES} of these come before all that violate them. Where some product has all that is
 * searched for, and nothing excluded, what has a part of it violates that.
 *
 * @returns how far the match that does so most meets those that were stated with the search or since, 0 to 1
 */
function addMatches(
  state: SessionState,
  matches: TextMatches,
  { products: excluded }: Exclusion,
  sparse: SparseScores,
  expert: number,
): number {
  const compliances = compliancesOf(state);
  const sharpness = SHARPNESS + SHARPER_AFTER_SEARCH * state.searched;
  const { count, products, scores, met, had } = matches.found;
  const leading = new Float64Array(count);
  const hasAll = (k: number): boolean => had[k] === matches.asked && !excluded.has(products[k]);
  let meeting = 0;
  let most = 0;
  let isMet = false;
  for (let k = 0; k < count; k++) {
    const product = products[k];
    let compliance = 1;
    let ofSearch = 1;
    for (const { of, isOfSearch } of compliances) {
      const met = Math.max(MIN_COMPLIANCE, of(product));
      compliance *= met;
      if (isOfSearch) ofSearch *= met;
    }
    most = Math.max(most, ofSearch);
    const kept = excluded.has(product) ? TURNED_AWAY : 1;
    met[k] = compliance;
    isMet ||= compliance >= VIOLATED && hasAll(k);
    scores[k] = compliance ** (sharpness / SHARPNESS) * (kept * scores[k]) ** sharpness;
  }
  for (let k = 0; k < count; k++) {
    if (isMet && !hasAll(k)) met[k] = 0;
    if (met[k] >= VIOLATED) leading[meeting++] = scores[k];
  }
  leadToFew(leading.subarray(0, meeting), state.searched);
  for (let k = 0, at = 0; k < count; k++) if (met[k] >= VIOLATED) scores[k] = leading[at++];
  const share = compliances.length === 0 && !isMet ? 1 : shareOfViolating(matches.found);
  for (let k = 0; k < count; k++) {
    sparse.add(products[k], expert, met[k] < VIOLATED ? share * scores[k] : scores[k]);
  }
  return most;
}

/** What is left of the scores of matches that violate a constraint, or lack a word, so that they come behind enough that meet them. */
function shareOfViolating({ count, scores, met }: FoundProducts): number {
  const first: number[] = [];
  let violating = 0;
  for (let k = 0; k < count; k++) {
    const score = scores[k];
    if (met[k] < VIOLATED) violating = Math.max(violating, score);
    else if (first.length < HELD_PLACES || score > first[0]) {
      if (first.length === HELD_PLACES) first.shift();
      const at = first.findIndex((each) => each > score);
      first.splice(at < 0 ? first.length : at, 0, score);
    }
  }
  return first.length === 0 || violating === 0 || violating < first[0] ? 1 : (BEHIND * first[0]) / violating;
}

/**
 * The query words that the product has, so that words of an earlier query do not explain a product that matches only
 * the last one. For -1, all words.
 */
function wordsOn(matched: readonly Match[], product: number): string {
  const shown = product < 0 ? matched : matched.filter(({ items }) => placeOf(product, items) >= 0);
  const whole = shown.find(({ isWhole }) => isWhole);
  if (whole !== undefined) return whole.word;
  // Both words of a phrase are matched by one synonym of it, which says so: a "hard drive (for hard disk)" is not hard as well.
  const words = new Set(shown.map(({ word }) => word));
  for (const word of words)
    for (const part of FOR.exec(word)?.[1].split(' ') ?? []) words.delete(part.toLowerCase());
  return [...words].join(' ');
}

/** What a synonym stands for, as its match says. */
const FOR = / \(for ([^)]+)\)$/;

/** The matches by words as they were typed, not as the catalogue writes them. */
function asTyped(
  { bound, profile, query, search }: SessionState,
  matched: readonly Match[],
): readonly Match[] {
  const { language } = bound.index.terms;
  const texts = [
    ...(profile.searches ?? []).map(({ text }) => text),
    ...(query === undefined ? [] : [query]),
  ];
  const typed = new Map(typedWords(texts, language));
  for (const { read, typed: words } of search?.said.intents ?? []) {
    if (read !== undefined) typed.set(stem(read, language), words);
  }
  return matched.map((match) =>
    match.isWhole ? match : { ...match, word: typed.get(stem(match.word, language)) ?? match.word },
  );
}

/** The prior without the excluded products. */
function priorWithout({ products, words, weight }: Exclusion, { index, prior }: BoundModel): DenseScores {
  const code = new Int32Array(index.size);
  for (const product of products) code[product] = 1;
  // The mass is summed, not computed as 1 minus the excluded mass: where all products are excluded it must be exactly
  // 0, or the expert would have weight.
  const mass = new Float64Array(3);
  for (let product = 0; product < code.length; product++) mass[code[product] + 1] += prior[product];
  const signal = words.map((word) => `not:${word}`).join(',');
  return {
    expert: 0,
    lifts: [{ code, table: Float64Array.of(0, 1, 0), mass }],
    confidence: weight / (weight + HALF_CONFIDENCE),
    signal: () => signal,
  };
}

/**
 * Products that match the query, by a power of their relevance. Excluded words ("not leather") remove the products
 * that have them and raise those that state their absence ("sugar-free"); in a query of excluded words alone, the
 * latter are the matches. A match counts for less outside of a requested price range or without a requested value:
 * "sofa under 1000" does not ask for sofas at any price.
 */
export const keyword: ExpertGroup<FoundProducts> = {
  createMemory: () => new FoundProducts(),
  experts: [{ name: 'keyword', factor: 'keyword', scores: 'sparse', share: 0, statedShare: 0.14 }],
  score(state, sparse, expert, memory) {
    if (state.words.length + state.excluded.length === 0) return SILENT;
    const exclusion = exclusionOf(state);
    const matches = textMatchesOf(state, memory);
    const { matched, strength: found } = matches;
    if (found > 0) {
      let typed: readonly Match[] | undefined;
      const met = addMatches(state, matches, exclusion, sparse, expert);
      return {
        // Where no match meets what was stated, what meets it comes first, whatever it is called: in a shop of monitors
        // alone few say so.
        confidence: [(found / (found + HALF_CONFIDENCE)) * met ** 3],
        productSignal: (product) => searchSignalOf(wordsOn(matched, product)),
        productMatched(product) {
          typed ??= asTyped(state, matched);
          const words = wordsOn(typed, product);
          return words === wordsOn(matched, product) ? undefined : words;
        },
      };
    }
    return exclusion.products.size === 0 ? SILENT : { dense: [priorWithout(exclusion, state.bound)] };
  },
};
