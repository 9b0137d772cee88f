import { editDistance } from '../../../primitives/edit-distance.ts';
import { textTerms } from '../../../session/text/keywords.ts';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import { isUsualName } from '../../../session/text/usual-names.ts';
import { editsOf } from '../../indexing/near-words.ts';
import { type UsualSynonyms, usualSynonymsOf } from '../usual-synonyms.ts';
import type { Terms, Word } from './reading.ts';
import { MAX_WORDS } from './shares.ts';
import { nearWords } from './unknown-words.ts';
import { productCount } from './words-together.ts';

/** The most edits of a word beside which the other words of a usual name stand: one more than of a word alone. */
const MAX_EDITS = 2;

/** A word of a usual name, and the others of that name by their distance from it. */
interface NamePart {
  readonly word: string;
  readonly stem: string;
  readonly others: readonly (readonly [distance: number, stem: string])[];
}

const known = new WeakMap<UsualSynonyms, readonly NamePart[]>();

function partsIn(terms: Terms): readonly NamePart[] {
  const usual = usualSynonymsOf(terms);
  let parts = known.get(usual);
  if (parts === undefined) {
    parts = [...usual.synonyms.phrases].flatMap((name) => partsOf(name, terms));
    known.set(usual, parts);
  }
  return parts;
}

function partsOf(name: string, shop: ShopLanguage): readonly NamePart[] {
  const words = textTerms(name, shop);
  return words.map(({ word, stem }, at) => ({
    word,
    stem,
    others: words.flatMap((other, k) => (k === at ? [] : [[k - at, other.stem] as const])),
  }));
}

/**
 * Per word the word of a usual name that it is a misspelling of, such as "graphics" of "grafics card" in a shop of video cards;
 * `undefined` for words that the catalogue has. The first letter is right, and so are the other words of the name. A name of one word
 * is meant where the catalogue has nothing that is spelt nearly so.
 */
export function usualSpellings(words: readonly Word[], terms: Terms): readonly (string | undefined)[] {
  const unknown = words.flatMap(({ name }, k) => (productCount(name, terms.whole ?? terms) === 0 ? [k] : []));
  const found = words.map((): string | undefined => undefined);
  if (unknown.length === 0) return found;
  const parts = partsIn(terms);
  for (const k of unknown.slice(0, MAX_WORDS)) {
    const { name, typed = name } = words[k];
    const edits = editsOf(typed);
    const isRight = isUsualName(name, terms) || parts.some((part) => part.stem === name);
    if (edits === 0 || isRight) continue;
    let isNear: boolean | undefined;
    let least = MAX_EDITS + 1;
    for (const { word, stem, others } of parts) {
      if (word[0] !== typed[0]) continue;
      if (!others.every(([distance, other]) => words[k + distance]?.name === other)) continue;
      const isAlone = others.length === 0;
      const bound = Math.min(least, 1 + (isAlone ? edits : Math.min(MAX_EDITS, edits + 1)));
      const distance = Math.min(editDistance(typed, word, bound), editDistance(name, stem, bound));
      if (distance >= bound) continue;
      if (isAlone) {
        isNear ??= nearWords(words[k], edits, terms).length > 0;
        if (isNear) continue;
      }
      least = distance;
      found[k] = word;
    }
  }
  return found;
}
