import { type Audience, type AudienceWords, audienceWordsIn } from '../../session/text/audiences.ts';
import type { ShopLanguage } from '../../session/text/shop-language.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import { type InvertedIndex, STATED } from '../indexing/term-table.ts';
import type { Word } from './words/reading.ts';

/** For whom a search asks; `undefined` where it says nothing, or several. */
function askedIn(
  words: readonly Word[],
  audiences: ReadonlyMap<string, AudienceWords>,
): Audience | undefined {
  const asked = new Set<Audience>();
  for (const { name, latest } of words) {
    const said = latest === true ? audiences.get(name) : undefined;
    if (said !== undefined) asked.add(said.audience);
  }
  const [audience] = asked;
  return asked.size === 1 && audience !== 'all' ? audience : undefined;
}

/** The stems by which {@link forOthers} tells products apart; none where a search does not say for whom. */
export function audienceStems(words: readonly Word[], shop: ShopLanguage): Iterable<string> {
  const audiences = audienceWordsIn(shop);
  return askedIn(words, audiences) === undefined ? [] : audiences.keys();
}

/**
 * Tells which products are for others than a search says: a "women's tee" is no tee for men. `undefined` where it says
 * nothing, or several. A product is for others where its title or an attribute says so: "keep away from children" in a description
 * says nothing about for whom it is. One of which any text says what was asked for, or that it is for all, is not for others.
 */
export function forOthers(
  words: readonly Word[],
  terms: Pick<InvertedIndex, 'find'> & ShopLanguage,
): ((product: number) => boolean) | undefined {
  const audiences = audienceWordsIn(terms);
  const asked = askedIn(words, audiences);
  if (asked === undefined) return undefined;
  const having = (isMeant: (audience: Audience) => boolean, least: number) =>
    [...audiences].flatMap(([stem, { audience, isAsked }]) => {
      // "Gents and ladies" says gents, too, but a Spider-Man is not for others than women.
      const says = isMeant(audience) && (!isAsked || audience === asked);
      const postings = says ? terms.find(stem) : undefined;
      if (postings === undefined) return [];
      const { items, marks } = postings;
      return [
        (product: number): boolean => {
          const place = placeOf(product, items);
          return place >= 0 && (marks[place] & least) === least;
        },
      ];
    });
  const others = having((each) => each !== asked && each !== 'all', STATED);
  const fitting = having((each) => each === asked || each === 'all', 0);
  return (product) => others.some((has) => has(product)) && !fitting.some((has) => has(product));
}
