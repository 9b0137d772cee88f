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
  /** Whether searches alone say it, since texts have the word for other things, too: "man". */
  readonly isAsked: boolean;
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
    const { values = '', asked = '' } = facts?.audience ?? {};
    for (const [list, isAsked] of [
      [values, false],
      [asked, true],
    ] as const) {
      for (const [k, value] of list.split(', ').entries()) {
        for (const word of value.split('|')) {
          if (word === '' || word.includes(' ') || isStopWordIn(word, language)) continue;
          const own = stem(word, language);
          const isEnglish = language === DEFAULT_LANGUAGE;
          if (!isEnglish && word.length - own.length > MOST_LOST) continue;
          const known = found.get(own);
          if (isAsked && known !== undefined) continue;
          found.set(own, {
            audience: IN_ORDER[k] ?? 'children',
            words: [...(known?.words ?? []), word],
            isShort: !isEnglish && own !== word && own.length < LEAST_LETTERS,
            isAsked,
          });
        }
      }
    }
  }
  byLanguage.set(language, found);
  return found;
}
