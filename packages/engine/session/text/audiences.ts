import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import type { ShopLanguage } from './shop-language.ts';
import { stem } from './stemming.ts';
import { isStopWordIn } from './stop-words.ts';

/** For whom a thing is; `all` for "unisex". */
export type Audience = 'men' | 'women' | 'all' | 'children';

/** The first values of a pack, in their order; all further ones are for children (see `Facts.audience`). */
const IN_ORDER: readonly Audience[] = ['men', 'women', 'all'];

/** Stems of words for whom a thing is that are also those of another word: "neonato" and neon, "homem" and home, "unisexe" and uni. */
const AMBIGUOUS: readonly string[] = ['neon', 'hom', 'uni'];

/** The words that say for whom a thing is, by stem. */
export interface AudienceWords {
  readonly audience: Audience;
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
    const { values = '', asked: askedHere = '' } = facts?.audience ?? {};
    // English words that searches alone say are other words in another language.
    const asked = code === language ? askedHere : '';
    for (const [list, isAsked] of [
      [values, false],
      [asked, true],
    ] as const) {
      for (const [k, value] of list.split(', ').entries()) {
        for (const word of value.split('|')) {
          if (word === '' || word.includes(' ') || isStopWordIn(word, language)) continue;
          const own = stem(word, language);
          if (isAsked && found.has(own)) continue;
          found.set(own, {
            audience: IN_ORDER[k] ?? 'children',
            isAsked: isAsked || AMBIGUOUS.includes(own),
          });
        }
      }
    }
  }
  byLanguage.set(language, found);
  return found;
}
