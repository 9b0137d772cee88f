import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages/index.ts';
import type { Language } from '../../languages/language-pack.ts';
import { textTerms } from './keywords.ts';
import type { ShopLanguage } from './shop-language.ts';

/** For whom a thing is; `all` for "unisex". */
export type Audience = 'men' | 'women' | 'all' | 'children';

/** The first values of a pack, in their order (see `Facts.audience`); all further ones are for children. */
const IN_ORDER: readonly Audience[] = ['men', 'women', 'all'];

const audiencesByLanguage = new Map<Language, ReadonlyMap<string, Audience>>();

/** By stem for whom a thing with the word is, in the shop's language and in English. */
export function audiencesIn(shop: ShopLanguage): ReadonlyMap<string, Audience> {
  const known = audiencesByLanguage.get(shop.language);
  if (known !== undefined) return known;
  const audiences = new Map<string, Audience>();
  for (const { code, facts } of LANGUAGES) {
    if (code !== shop.language && code !== DEFAULT_LANGUAGE) continue;
    for (const [k, value] of (facts?.audience?.values.split(', ') ?? []).entries()) {
      for (const form of value.split('|')) {
        const [{ stem } = { stem: '' }, ...others] = textTerms(form, shop);
        // "Men s" is two words of a text that is cut at its apostrophe.
        if (stem !== '' && others.length === 0) audiences.set(stem, IN_ORDER[k] ?? 'children');
      }
    }
  }
  audiencesByLanguage.set(shop.language, audiences);
  return audiences;
}
