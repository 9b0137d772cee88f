import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../languages/index.ts';
import type { Language } from '../../../languages/language-pack.ts';
import { ascendingLookup } from '../../../primitives/binary-search.ts';
import { textTerms } from '../../../session/text/keywords.ts';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import type { InvertedIndex } from '../../indexing/term-table.ts';
import type { Word } from '../search-terms.ts';

type Audience = 'men' | 'women' | 'all' | 'children';

/** For whom the values of a pack are, in their order (see `Facts.audience`); all further ones are of children. */
const IN_ORDER: readonly Audience[] = ['men', 'women', 'all'];

const audiencesByLanguage = new Map<Language, ReadonlyMap<string, Audience>>();

/** By stem for whom a thing with the word is, in the shop's language and in English. */
function audiencesIn(shop: ShopLanguage): ReadonlyMap<string, Audience> {
  let audiences = audiencesByLanguage.get(shop.language);
  if (audiences === undefined) {
    const found = new Map<string, Audience>();
    for (const { code, facts } of LANGUAGES) {
      if (code !== shop.language && code !== DEFAULT_LANGUAGE) continue;
      for (const [k, value] of (facts?.audience?.values.split(', ') ?? []).entries()) {
        for (const form of value.split('|')) {
          const stems = textTerms(form, shop);
          if (stems.length === 1) found.set(stems[0].stem, IN_ORDER[k] ?? 'children');
        }
      }
    }
    audiences = found;
    audiencesByLanguage.set(shop.language, audiences);
  }
  return audiences;
}

/** For whom a search asks; `undefined` where it says nothing, or several. */
function askedIn(words: readonly Word[], audiences: ReadonlyMap<string, Audience>): Audience | undefined {
  const asked = new Set<Audience>();
  for (const { name, latest } of words) {
    const audience = latest === true ? audiences.get(name) : undefined;
    if (audience !== undefined) asked.add(audience);
  }
  const [audience] = asked;
  return asked.size === 1 && audience !== 'all' ? audience : undefined;
}

/** The stems by which {@link forOthers} tells products apart; none where a search does not say for whom. */
export function audienceStems(words: readonly Word[], shop: ShopLanguage): Iterable<string> {
  const audiences = audiencesIn(shop);
  return askedIn(words, audiences) === undefined ? [] : audiences.keys();
}

/**
 * Tells which products are for others than a search says: a "women's tee" is no tee for men. `undefined` where it says
 * nothing, or several. A product is for whom its texts say; one that also says what was asked for, or that it is for all,
 * is not for others.
 */
export function forOthers(
  words: readonly Word[],
  terms: Pick<InvertedIndex, 'find'> & ShopLanguage,
): ((product: number) => boolean) | undefined {
  const audiences = audiencesIn(terms);
  const audience = askedIn(words, audiences);
  if (audience === undefined) return undefined;
  const having = (isMeant: (each: Audience) => boolean) =>
    [...audiences].flatMap(([stem, each]) => {
      const postings = isMeant(each) ? terms.find(stem) : undefined;
      return postings === undefined ? [] : [ascendingLookup(postings.items)];
    });
  const others = having((each) => each !== audience && each !== 'all');
  const fitting = having((each) => each === audience || each === 'all');
  return (product) => others.some((has) => has(product)) && !fitting.some((has) => has(product));
}
