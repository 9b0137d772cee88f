import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import type { ShopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { isStopWordIn } from './stop-words.ts';

/** For whom a thing is; `all` for "unisex". */
export type Audience = 'men' | 'women' | 'all' | 'children';

/** The first values of a pack, in their order; all further ones are for children (see `Facts.audience`). */
const IN_ORDER: readonly Audience[] = ['men', 'women', 'all'];

/**
 * Letters that a stem of another language than English may have lost, and the least that are left: "neonato" loses three, and
 * is stemmed as neon lights are.
 */
const MOST_LOST = 2;
const LEAST_LETTERS = 4;

/** The words that say for whom a thing is, by stem. */
export interface AudienceWords {
  readonly audience: Audience;
  /** The folded words with the stem. */
  readonly words: readonly string[];
  /** Whether the stem may be that of another word. */
  readonly isShort: boolean;
}

const byLanguage = new Map<Language, ReadonlyMap<string, AudienceWords>>();

/** By stem the words for whom a thing is, of the shop's language and of English; none that are stop words in the shop. */
export function audienceWordsIn({
  language,
}: Pick<ShopLanguage, 'language'>): ReadonlyMap<string, AudienceWords> {
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const found = new Map<string, AudienceWords>();
  for (const { code, facts } of LANGUAGES) {
    if (code !== language && code !== DEFAULT_LANGUAGE) continue;
    for (const [k, value] of (facts?.audience?.values.split(', ') ?? []).entries()) {
      for (const word of value.split('|')) {
        if (word.includes(' ') || isStopWordIn(word, language)) continue;
        const own = stem(word, language);
        const isEnglish = language === DEFAULT_LANGUAGE;
        if (!isEnglish && word.length - own.length > MOST_LOST) continue;
        const words = found.get(own)?.words ?? [];
        found.set(own, {
          audience: IN_ORDER[k] ?? 'children',
          words: [...words, word],
          isShort: !isEnglish && own !== word && own.length < LEAST_LETTERS,
        });
      }
    }
  }
  byLanguage.set(language, found);
  return found;
}
