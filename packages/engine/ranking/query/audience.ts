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

/** The stems by which {@link audienceAsked} tells products apart; none where a search does not say for whom. */
export function audienceStems(words: readonly Word[], shop: ShopLanguage): Iterable<string> {
  const audiences = audienceWordsIn(shop);
  return askedIn(words, audiences) === undefined ? [] : audiences.keys();
}

/** For whom a search asks. */
export interface AskedAudience {
  /** The stems that say it. */
  readonly stems: ReadonlySet<string>;
  /** Whether any text of a product says that it is for them, or for all. */
  isMeant(product: number): boolean;
  /**
   * Whether a product is for others: a "women's tee" is no tee for men. Its title or an attribute says so: "keep away from
   * children" in a description says nothing about for whom it is.
   */
  isOther(product: number): boolean;
}

/** For whom a search asks; `undefined` where it says nothing, or several. */
export function audienceAsked(
  words: readonly Word[],
  terms: Pick<InvertedIndex, 'find'> & ShopLanguage,
): AskedAudience | undefined {
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
  const isMeant = (product: number): boolean => fitting.some((has) => has(product));
  return {
    stems: new Set(words.flatMap(({ name }) => (audiences.get(name)?.audience === asked ? [name] : []))),
    isMeant,
    isOther: (product) => others.some((has) => has(product)) && !isMeant(product),
  };
}
