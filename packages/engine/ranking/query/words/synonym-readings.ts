import { stem } from '../../../session/text/stemming.ts';
import type { Synonym } from '../../indexing/synonyms.ts';
import { usualSynonymsOf } from '../usual-synonyms.ts';
import { LEAST_PART, LONGEST_COMPOUND } from './compounds.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { productsWithAll, rarityOf } from './words-together.ts';

/**
 * A phrase of a search with two of its words as one: "night stand" has the synonyms of "nightstand", "bed side table" those of
 * "bedside table". Two words alone end the search, or stand before a stop word, and no product has both: "car pet carrier" asks
 * for no carpet.
 */
function wholesOf(words: readonly Word[], from: number, to: number, terms: Terms): readonly string[] {
  const phrase = words.slice(from, to + 1);
  const [first, last, next] = [phrase[0], phrase.at(-1)!, words[to + 1]];
  if (from === to || first.latest !== last.latest) return [];
  if (phrase.length === 2) {
    const isEnd = next === undefined || next.latest !== last.latest || (next.at ?? 0) > (last.at ?? 0) + 1;
    if (!isEnd || productsWithAll([[first.name], [last.name]], terms).length > 0) return [];
  }
  return phrase.slice(1).map((second, k) => {
    const { name, typed = name } = phrase[k];
    const whole = stem(typed + second.name, terms.language);
    return [...phrase.slice(0, k), { name: whole }, ...phrase.slice(k + 2)]
      .map((word) => word.name)
      .join(' ');
  });
}

/** The stems of the two words that a word which the catalogue lacks may be typed for: "weedeater" has the synonyms of "weed eater". */
function partsOf({ name, typed = name }: Word, { find, language }: Terms): readonly string[] {
  if (find(name) !== undefined || typed.length > LONGEST_COMPOUND) return [];
  const parts: string[] = [];
  for (let at = LEAST_PART; at <= typed.length - LEAST_PART; at++) {
    parts.push(`${stem(typed.slice(0, at), language)} ${stem(typed.slice(at), language)}`);
  }
  return parts;
}

/** Whether another word of the search follows at once: "tap shoes", and no "tap for the garden". */
function isBeforeNoun(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at], words[at + 1]];
  if (next === undefined || next.latest !== word.latest || /^\d/.test(next.name)) return false;
  return word.at === undefined || next.at === undefined || next.at === word.at + 1;
}

/**
 * Per word the synonyms of the phrases that it is part of, of which the catalogue knows all words; each word of a phrase
 * counts its part. A synonym that is rarer than what was searched for is worth no more, so that the word itself comes
 * first; where the catalogue lacks the word, all its synonyms are worth as much as the most frequent.
 *
 * @param isLooked whether the phrases with a word are looked up, by its place; those without such a word are not
 */
export function synonymReadings(
  words: readonly Word[],
  terms: Terms,
  isLooked: (at: number) => boolean = () => true,
): readonly (readonly Reading[])[] {
  const found = words.map((): Reading[] => []);
  const { synonyms: usual } = usualSynonymsOf(terms);
  const ofShop = terms.synonyms;
  // Two words may be typed for one of them.
  const longest = Math.max(ofShop?.longest ?? 0, usual.longest) + 1;
  for (let from = 0; from < words.length; from++) {
    const phrase: string[] = [];
    let isIn = false;
    for (let to = from; to < Math.min(words.length, from + longest); to++) {
      phrase.push(words[to].name);
      isIn ||= isLooked(to);
      if (!isIn) continue;
      const known: { readonly synonym: Synonym; readonly rarity: number }[] = [];
      const further = to === from ? partsOf(words[from], terms) : wholesOf(words, from, to, terms);
      const keys = [phrase.join(' '), ...further];
      const isGiven = keys.some((key) => ofShop?.isGiven(key) === true);
      for (const synonym of keys.flatMap((key) => [
        ...(ofShop?.find(key) ?? []),
        ...(isGiven ? [] : usual.find(key)),
      ])) {
        if (synonym.isAmbiguous && isBeforeNoun(words, to)) continue;
        const rarity = rarityOf(synonym.stems, terms);
        if (rarity !== undefined) known.push({ synonym, rarity });
      }
      if (known.length === 0) continue;
      const worth = rarityOf(phrase, terms) ?? Math.min(...known.map(({ rarity }) => rarity));
      for (const { synonym, rarity } of known) {
        const share = (synonym.share * Math.min(1, worth / rarity)) / phrase.length;
        for (let k = from; k <= to; k++) {
          const told = `${synonym.phrase} (for ${synonym.of})`;
          found[k].push({ stems: synonym.stems, share, isOtherName: from === to, told });
        }
      }
    }
  }
  return found;
}
