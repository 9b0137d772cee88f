import type { Synonym } from '../../indexing/synonyms.ts';
import { usualSynonymsOf } from '../usual-synonyms.ts';
import type { Reading, Terms, Word } from './reading.ts';
import { rarityOf } from './words-together.ts';

/**
 * Per word the synonyms of the phrases that it is part of, of which the catalogue knows all words; each word of a phrase
 * counts its part. A synonym that is rarer than what was searched for is worth no more, so that the word itself comes
 * first; where the catalogue lacks the word, all its synonyms are worth as much as the most frequent. A usual synonym applies where
 * the shop has given no rule for either.
 */
export function synonymReadings(words: readonly Word[], terms: Terms): readonly (readonly Reading[])[] {
  const found = words.map((): Reading[] => []);
  const { synonyms: usual } = usualSynonymsOf(terms);
  const ofShop = terms.synonyms;
  const isGiven = (key: string): boolean => ofShop?.isGiven(key) === true;
  const longest = Math.max(ofShop?.longest ?? 0, usual.longest);
  for (let from = 0; from < words.length; from++) {
    const phrase: string[] = [];
    for (let to = from; to < Math.min(words.length, from + longest); to++) {
      phrase.push(words[to].name);
      const known: { readonly synonym: Synonym; readonly rarity: number }[] = [];
      const key = phrase.join(' ');
      const synonyms = [
        ...(ofShop?.find(key) ?? []),
        ...(isGiven(key) ? [] : usual.find(key).filter(({ stems }) => !isGiven(stems.join(' ')))),
      ];
      for (const synonym of synonyms) {
        const rarity = rarityOf(synonym.stems, terms);
        if (rarity !== undefined) known.push({ synonym, rarity });
      }
      if (known.length === 0) continue;
      const worth = rarityOf(phrase, terms) ?? Math.min(...known.map(({ rarity }) => rarity));
      for (const { synonym, rarity } of known) {
        const share = (synonym.share * Math.min(1, worth / rarity)) / phrase.length;
        for (let k = from; k <= to; k++) {
          const told = `${synonym.phrase} (for ${synonym.of})`;
          found[k].push({ stems: synonym.stems, share, told });
        }
      }
    }
  }
  return found;
}
