import { textTerms } from '../../session/text/keywords.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { foldText, wordsOf } from '../../session/text/tokens.ts';

/** The share of a word's weight that a synonym counts, so that the word itself comes first. Set by hand. */
const GIVEN_SHARE = 0.9;
/**
 * The same for a synonym that sessions taught, and for a usual one of a word that the shop has: less sure, so behind a given one. .4
 * and .6 change no figure of judged searches by .002; .9 loses .02 (Icecat, searches by hand).
 */
const LEARNED_SHARE = 0.6;
/** The other readings of one word or phrase that are used, in the order of the rules: each costs a look-up. Set by hand. */
export const MOST_SYNONYMS = 20;
/** Words of the longest phrase that has synonyms. Set by hand: nobody types longer names of things. */
export const LONGEST_SYNONYM = 4;
/** Rules read between two yields: a hundred phrases of a few words, which take milliseconds to stem. Set by hand. */
const RULES_PER_STEP = 5;

/** Words or phrases of which a search for one also finds the others. */
export interface SynonymRule {
  /** As they are written. */
  readonly words: readonly string[];
  /** What a search for one of `words` also finds, and not the reverse. Absent: they find each other. */
  readonly finds?: readonly string[];
  /** Taught by sessions, or usual between words that the shop has: not given by the shop. */
  readonly learned?: true;
}

/** A phrase that a searched one may also be read as. */
export interface Synonym {
  readonly stems: readonly string[];
  /** The phrase that is found, as the rule writes it. */
  readonly phrase: string;
  /** Share of the word's weight that it counts, 0 to 1. */
  readonly share: number;
  /** The phrase that was searched for, as the rule writes it. */
  readonly of: string;
}

/** The synonyms of a shop, by stems in the language of its catalogue. */
export interface Synonyms {
  /** The synonyms of a word, or of a phrase whose stems are joined by spaces. */
  find(stem: string): readonly Synonym[];
  /** Whether the shop gave a rule for it, be it that it finds itself alone ("couch => couch"): then no others apply. */
  isGiven(stem: string): boolean;
  /** The phrases that have synonyms, folded. */
  readonly phrases: ReadonlySet<string>;
  /** Words of the longest phrase that has synonyms; 0 without rules. */
  readonly longest: number;
  /** The rules with a phrase that begins with one of these stems, in their order: no others can apply to them. */
  rulesFor(stems: Iterable<string>): readonly SynonymRule[];
}

/** The stems of a phrase of a rule; none where it has no word that a search keeps. */
export const stemsOfSynonym = (phrase: string, shop: ShopLanguage): readonly string[] =>
  textTerms(phrase, shop).map(({ stem }) => stem);

/** Reads rules in the language of a catalogue, in steps of a few milliseconds. */
export function* readSynonyms(rules: readonly SynonymRule[], shop: ShopLanguage): Generator<void, Synonyms> {
  const found = new Map<string, Synonym[]>();
  const given = new Set<string>();
  const folded = new Set<string>();
  const beginningWith = new Map<string, Set<number>>();
  let longest = 0;
  for (let r = 0; r < rules.length; r++) {
    if (r % RULES_PER_STEP === RULES_PER_STEP - 1) yield;
    const { words, finds, learned } = rules[r];
    const read = (phrases: readonly string[]) =>
      phrases.map((phrase) => {
        const stems = stemsOfSynonym(phrase, shop);
        return { phrase, stems, key: stems.join(' ') };
      });
    const from = read(words);
    const to = finds === undefined ? from : read(finds);
    for (const { phrase, stems, key } of from) {
      if (stems.length === 0 || stems.length > LONGEST_SYNONYM) continue;
      const known = found.get(key) ?? [];
      const keys = new Set([key, ...known.map((other) => other.stems.join(' '))]);
      for (const other of to) {
        if (known.length >= MOST_SYNONYMS) break;
        if (other.stems.length === 0 || keys.has(other.key)) continue;
        keys.add(other.key);
        const share = learned ? LEARNED_SHARE : GIVEN_SHARE;
        known.push({ stems: other.stems, phrase: other.phrase, share, of: phrase });
      }
      if (learned !== true) given.add(key);
      if (known.length > 0) {
        found.set(key, known);
        folded.add(wordsOf(foldText(phrase)).join(' '));
      } else if (learned === true) continue;
      const begun = beginningWith.get(stems[0]) ?? new Set();
      beginningWith.set(stems[0], begun.add(r));
      longest = Math.max(longest, stems.length);
    }
  }
  return {
    find: (stem) => found.get(stem) ?? [],
    isGiven: (stem) => given.has(stem),
    phrases: folded,
    longest,
    rulesFor(stems) {
      const numbers = new Set<number>();
      for (const stem of stems) for (const r of beginningWith.get(stem) ?? []) numbers.add(r);
      return [...numbers].sort((a, b) => a - b).map((r) => rules[r]);
    },
  };
}
