import { ascendingLookup } from '../../../primitives/binary-search.ts';
import { type Audience, audiencesIn } from '../../../session/text/audiences.ts';
import type { ShopLanguage } from '../../../session/text/shop-language.ts';
import type { InvertedIndex } from '../../indexing/term-table.ts';
import type { Word } from '../search-terms.ts';

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
