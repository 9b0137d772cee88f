import { runToEnd } from '../../primitives/run-to-end.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { readUsualNames } from '../../session/text/usual-names.ts';
import { readSynonyms, type SynonymRule, type Synonyms } from '../indexing/synonyms.ts';
import { CALLED, countMarked, type InvertedIndex, OF_KIND } from '../indexing/term-table.ts';
import { postingsOf } from './words/words-together.ts';

/** A name of fewer of the products, as a share of the most usual name's, is none that the shop uses. Set by hand. */
const LEAST_USED = 0.1;
/** Things looked up between two yields: a millisecond in a catalogue of 50,000 products. Set by hand. */
const THINGS_PER_STEP = 20;

/**
 * What shoppers call the things of a shop that calls them otherwise: "couch" where it sells sofas, and calls hardly anything a
 * couch. Names that it uses find each other, behind what has the word itself, and so do all names of one value.
 */
function* usualRules(terms: Pick<InvertedIndex, 'find'> & ShopLanguage): Generator<void, SynonymRule[]> {
  const rules: SynonymRule[] = [];
  const { things, values } = yield* readUsualNames(terms);
  for (let k = 0; k < things.length; k++) {
    if (k % THINGS_PER_STEP === THINGS_PER_STEP - 1) yield;
    const names = things[k];
    const uses = names.map(({ stems }) => usesOf(stems, terms));
    const called = uses.map((each) => each.called);
    const having = uses.map((each) => each.having);
    // What stands before nouns, such as "outdoor", calls next to nothing: then those count that have it.
    const isUsed = usedBy(Math.max(...called) < LEAST_USED * Math.max(...having) ? having : called);
    const words = names.filter((_, n) => !isUsed(n)).map(({ text }) => text);
    const finds = names.filter((_, n) => isUsed(n)).map(({ text }) => text);
    if (words.length > 0 && finds.length > 0) rules.push({ words, finds });
    if (finds.length > 1) rules.push({ words: finds, learned: true });
  }
  yield;
  for (const names of values) {
    const words = names.map(({ text }) => text);
    const finds = names.flatMap(({ text, stems }) => (usesOf(stems, terms).having > 0 ? [text] : []));
    if (finds.length > 0) rules.push({ words, finds });
  }
  return rules;
}

/** Which names a shop uses, by how many products it has of each. */
function usedBy(counts: readonly number[]): (name: number) => boolean {
  const least = Math.max(1, LEAST_USED * Math.max(...counts));
  return (name) => counts[name] >= least;
}

const NONE_HAVE = { marks: [] };

/**
 * How many products have all of the stems, and of how many the title or the category is called by one of them: what has both
 * words of "chest of drawers" and is called a chest.
 */
function usesOf(
  stems: readonly string[],
  terms: Pick<InvertedIndex, 'find'>,
): { readonly having: number; readonly called: number } {
  const { marks } = postingsOf(terms, { stems }) ?? NONE_HAVE;
  return { having: marks.length, called: countMarked(marks, CALLED | OF_KIND) };
}

/** What shoppers call the things of a shop that calls them otherwise. */
export interface UsualSynonyms {
  readonly rules: readonly SynonymRule[];
  readonly synonyms: Synonyms;
}

const NONE: UsualSynonyms = {
  rules: [],
  synonyms: { find: () => [], isGiven: () => false, phrases: new Set(), longest: 0, rulesFor: () => [] },
};
/** By the table of a catalogue, which they belong to as long as it lives. */
const known = new WeakMap<object, UsualSynonyms>();

type Terms = Pick<InvertedIndex, 'find' | 'whole' | 'table'> & ShopLanguage;

/**
 * The usual synonyms of a catalogue, found once; those of the whole catalogue for a list from it. A list without a catalogue has
 * none.
 */
export function* usualSynonymsInSteps(terms: Terms): Generator<void, UsualSynonyms> {
  const whole = terms.whole ?? terms;
  if (whole.table === undefined) return NONE;
  let usual = known.get(whole.table);
  if (usual === undefined) {
    const rules = yield* usualRules(whole);
    usual = { rules, synonyms: yield* readSynonyms(rules, whole) };
    known.set(whole.table, usual);
  }
  return usual;
}

export const usualSynonymsOf = (terms: Terms): UsualSynonyms => runToEnd(usualSynonymsInSteps(terms));
