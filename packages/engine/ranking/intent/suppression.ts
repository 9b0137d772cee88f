import type { ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { placeOf } from '../indexing/inverted-index.ts';
import type { BoundModel } from '../model/bound-model.ts';
import { repeatIntervalOf } from '../model/repeat-intervals.ts';
import { parsedQueryOf } from '../query/parsed-query.ts';
import type { SuppressionReason } from '../types.ts';

/** How long a product is suppressed after it was taken out of the cart; ms. Set by hand. */
export const SUPPRESSED_FOR = 24 * 60 * 60_000;
/** The last interaction with each product, by id, latest first. */
export function lastInteractions({ products }: Profile): ReadonlyMap<string, ProductInteraction> {
  const last = new Map<string, ProductInteraction>();
  for (let k = products.length - 1; k >= 0; k--) {
    if (!last.has(products[k].id)) last.set(products[k].id, products[k]);
  }
  return last;
}

const NONE: ReadonlyMap<string, SuppressionReason> = new Map();

/**
 * The products that a session suppresses, by id, with the reason. Both dismissed and bought ones are until the
 * shopper asks for them again: by an interaction, which takes them out of the profile, or by a search; a dismissed one by a
 * search that names it in full, a bought one by words that it has. Bought ones also are no longer once it is time to buy more
 * (see `repeat-intervals.ts`). Products that were taken out of the cart are for
 * {@link SUPPRESSED_FOR}, or until the next interaction with them.
 *
 * @param now ms since the epoch
 * @param searchedFor whether the list answers a search, which shows what was bought
 * @param query that search, where the engine knows it
 */
export function suppressedBy(
  profile: Profile,
  { catalogue, model }: Pick<BoundModel, 'catalogue' | 'model'>,
  now: number,
  searchedFor: boolean,
  query?: string,
): ReadonlyMap<string, SuppressionReason> {
  const { bought = [], dismissed, products } = profile;
  const isRemoved = products.some(({ touch }) => touch === 'removed');
  if (!isRemoved && bought.length === 0 && dismissed.length === 0) return NONE;
  const reasons = new Map<string, SuppressionReason>();
  if (!searchedFor) {
    for (const { id, at, step } of bought) {
      const product = catalogue.ids.find(id) ?? -1;
      const interval = repeatIntervalOf(catalogue, model, product);
      const isDue = interval !== undefined && now - at >= interval;
      if (!isDue && !isSearchedSince(catalogue, profile, product, step)) reasons.set(id, 'bought');
    }
    for (const [id, { touch, at }] of isRemoved ? lastInteractions(profile) : []) {
      if (touch === 'removed' && now - at < SUPPRESSED_FOR && !reasons.has(id)) reasons.set(id, touch);
    }
  }
  const names = dismissed.length === 0 ? [] : namesIn(catalogue, profile, query);
  for (const id of dismissed) {
    const product = catalogue.ids.find(id) ?? -1;
    const dismissal = products.findLast((each) => each.id === id && each.touch === 'dismissed');
    // One that the profile no longer has came before all that it has.
    const since = (dismissal ?? products[0])?.step ?? 0;
    const isNamed = names.some(({ step, named }) => step > since && placeOf(product, named) >= 0);
    if (!isNamed) reasons.set(id, 'dismissed');
  }
  return reasons;
}

/** The products that the query and the searches of a session name in full, by id, code or title, with the steps of these. */
function namesIn(
  catalogue: CatalogueIndex,
  { searches = [] }: Pick<Profile, 'searches'>,
  query: string | undefined,
): readonly { readonly step: number; readonly named: ArrayLike<number> }[] {
  const all = query === undefined ? searches : [...searches, { text: query, step: Number.POSITIVE_INFINITY }];
  return all.flatMap(({ text, step }) => {
    const { named } = parsedQueryOf(text, catalogue);
    const items = named === undefined ? undefined : catalogue.terms.find(named)?.items;
    return items === undefined ? [] : { step, named: items };
  });
}

/** Whether a product has all words of a search that came after a step. */
function isSearchedSince(
  catalogue: CatalogueIndex,
  { searches = [] }: Pick<Profile, 'searches'>,
  product: number,
  since: number,
): boolean {
  const has = (stem: string): boolean => {
    const postings = catalogue.terms.find(stem);
    return postings !== undefined && placeOf(product, postings.items) >= 0;
  };
  return searches.some(({ text, step }) => {
    if (step <= since) return false;
    const { stems } = parsedQueryOf(text, catalogue).keywords;
    return stems.length > 0 && stems.every(has);
  });
}

/**
 * The same with the variants of the products that were bought or dismissed: a list would show the next size in place of the
 * one that was bought. Whoever takes a size out of the cart may want another. A variant that was bought or dismissed itself and is
 * asked for again stays free, whatever others are.
 *
 * @param index the ranked products
 * @param catalogue the whole catalogue, which may have variants that are not ranked
 */
export function withVariants(
  suppressed: ReadonlyMap<string, SuppressionReason>,
  index: CatalogueIndex,
  catalogue: CatalogueIndex,
  { bought = [], dismissed }: Pick<Profile, 'bought' | 'dismissed'>,
): ReadonlyMap<string, SuppressionReason> {
  if (suppressed.size === 0 || index.family === undefined) return suppressed;
  const reasons = new Map<number, SuppressionReason>();
  for (const [id, reason] of suppressed) {
    const family = reason === 'removed' ? -1 : (catalogue.family?.[catalogue.ids.find(id) ?? -1] ?? -1);
    if (family >= 0) reasons.set(family, reason);
  }
  if (reasons.size === 0) return suppressed;
  const own: Partial<Record<SuppressionReason, ReadonlySet<string>>> = {
    dismissed: new Set(dismissed),
    bought: new Set(bought.map(({ id }) => id)),
  };
  const all = new Map(suppressed);
  for (let product = 0; product < index.size; product++) {
    const reason = reasons.get(index.family[product]);
    const id = index.ids.at(product);
    if (reason !== undefined && !all.has(id) && own[reason]?.has(id) !== true) all.set(id, reason);
  }
  return all;
}
