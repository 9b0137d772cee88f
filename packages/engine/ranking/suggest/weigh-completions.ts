import { foldText, wordsOf } from '../../session/text/tokens.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { textAt } from '../indexing/packed-strings.ts';
import { type Completions, type Matching, typeOf } from './completions.ts';
import { PER_STEP } from './step-size.ts';
import type { Weighed } from './suggestion-explanation.ts';

/**
 * What a text is worth where the typed words stand further back in it, and where they do not stand together, relative to
 * one that begins with them. Set by hand.
 */
const LATER = 0.4;
const SCATTERED = 0.1;
/**
 * Before anything is typed, what a brand or a phrase is worth beside a category, where the session says nothing of it.
 * Set by hand: popular categories come first.
 */
const UNSOUGHT = 0.02;
/** A brand of nearly all products is the shop's own: it is suggested only where it is typed. Set by hand. */
const OWN_BRAND = 0.9;

/**
 * The worth of the completions that match for a session: the probability that it goes on to one of their products, times
 * the bits by which they narrow the catalogue. By probability alone, the broadest would win, which tell a shopper nothing.
 * Before anything is typed, products are suggested only where there is nothing else, and of brands and phrases counts what
 * the session raises. Yields
 * every few milliseconds.
 *
 * @param score per product the probability that the session goes on to it
 * @param prior per product the probability for an empty session
 * @param typed the typed words; none where nothing is typed
 * @returns those with a worth above 0
 */
export function* weighCompletions(
  { size }: CatalogueIndex,
  completions: Completions,
  matching: readonly Matching[],
  score: Float64Array,
  prior: Float64Array,
  typed: readonly string[],
): Generator<void, Weighed[]> {
  const isTyped = typed.length > 0;
  const { start, products } = completions;
  const found: Weighed[] = [];
  const hasMore = !isTyped && matching.some(({ text }) => typeOf(completions, text) === 'category');
  let read = 0;
  for (const { text, isFirst } of matching) {
    const textOf = (): string => textAt(completions.texts, text);
    const type = typeOf(completions, text);
    const own = start[text + 1] - start[text];
    if (!isTyped && (type === 'product' ? hasMore : type === 'brand' && own > OWN_BRAND * size)) continue;
    let mass = 0;
    let before = 0;
    for (let k = start[text]; k < start[text + 1]; k++) {
      mass += score[products[k]];
      before += prior[products[k]];
    }
    read += own + 1;
    if (read > PER_STEP) {
      read = 0;
      yield;
    }
    // What all products are is worth little, but it completes what was typed.
    const bits = Math.log2((size + 1) / own);
    const isSought = isTyped || type === 'category';
    const sought = isSought ? mass : Math.max(0, mass - before) + UNSOUGHT * mass;
    const worth = bits * sought * fitOf(textOf, typed, isFirst);
    if (worth > 0) found.push({ text, mass, worth });
  }
  return found;
}

/** How well a text goes on from the typed words, 0 to 1. */
function fitOf(textOf: () => string, typed: readonly string[], isFirst: boolean): number {
  if (typed.length < 2) return isFirst || typed.length === 0 ? 1 : LATER;
  const at = ` ${wordsOf(foldText(textOf())).join(' ')}`.indexOf(` ${typed.join(' ')}`);
  if (at === 0) return 1;
  return at > 0 || isFirst ? LATER : SCATTERED;
}
