import type { ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { SUPPRESSED_FOR } from '../intent/suppression.ts';
import { lastStepOf } from '../query/intent-shift.ts';
import type { StandingBack } from '../types.ts';

/**
 * What the score of a product counts in the order of a list that asks for nothing, where the session has the product or one
 * of its kind. Set by hand: no available history records purchases.
 */
const SHARES: Readonly<Record<StandingBack, number>> = {
  in_cart: 1 / 20,
  kind_bought: 1 / 5,
  kind_in_cart: 1 / 2,
};

/** What a session already has: the products stand back in the order, with their scores as they are. */
export interface AlreadyHas {
  /** What the list is ordered by. */
  keys(score: Float64Array): Float64Array;
  reason(product: number): StandingBack | undefined;
}

/**
 * The products that lie in the cart, with their variants, and what could stand in for a product that was bought or put into
 * the cart: the products of a kind of which that was the last thing that the session did, in the last day. So what goes
 * with it comes first, not more of the same. A search, a filter or a category that was asked for since opens the kinds
 * again, and so does buying several of one: that is how things are bought that are used up.
 *
 * @param index the ranked products
 * @param catalogue the whole catalogue, which knows products that are not ranked
 */
export function alreadyHas(
  index: CatalogueIndex,
  catalogue: CatalogueIndex,
  profile: Profile,
  now: number,
): AlreadyHas | undefined {
  const recent = profile.products.filter(({ at }) => now - at < SUPPRESSED_FOR);
  if (!recent.some(({ touch }) => touch === 'bought' || touch === 'carted')) return undefined;
  const inCart = cartOf(recent, catalogue);
  const kinds = satisfiedKinds(index.category, catalogue, profile, new Set(recent));
  if (inCart.size === 0 && kinds === undefined) return undefined;
  const { family, category } = index;
  const isInCart = (product: number): boolean =>
    inCart.has(index.ids.at(product)) ||
    (family !== undefined && family[product] >= 0 && inCart.has(family[product]));
  const reason = (product: number): StandingBack | undefined => {
    if (inCart.size > 0 && isInCart(product)) return 'in_cart';
    const cell = category?.cell[product] ?? -1;
    return cell < 0 ? undefined : kinds?.[cell];
  };
  return {
    reason,
    keys: (score) =>
      score.map((one, product) => {
        const why = reason(product);
        return why === undefined ? one : one * SHARES[why];
      }),
  };
}

/** What lies in the cart: ids of products, and the numbers of their families of variants. */
function cartOf(
  recent: readonly ProductInteraction[],
  catalogue: CatalogueIndex,
): ReadonlySet<string | number> {
  const ids = new Set<string>();
  for (const { id, touch } of recent) {
    if (touch === 'carted') ids.add(id);
    else if (touch === 'removed' || touch === 'bought' || touch === 'dismissed') ids.delete(id);
  }
  const cart = new Set<string | number>(ids);
  for (const id of ids) {
    const family = catalogue.family?.[catalogue.ids.find(id) ?? -1] ?? -1;
    if (family >= 0) cart.add(family);
  }
  return cart;
}

/** `[cell of the category of the ranked products]`: why its products stand back. */
function satisfiedKinds(
  ranked: Column | undefined,
  { category, ids }: CatalogueIndex,
  { products, interests }: Profile,
  recent: ReadonlySet<ProductInteraction>,
): readonly (StandingBack | undefined)[] | undefined {
  if (ranked === undefined || category === undefined) return undefined;
  const asked = Math.max(...Object.values(interests).map(lastStepOf));
  const kindOf = kindsIn(category);
  const last = new Map<number, ProductInteraction>();
  const bought = new Map<number, number>();
  for (const interaction of products) {
    const kind = kindOf(ids.find(interaction.id));
    if (kind < 0) continue;
    last.set(kind, interaction);
    if (interaction.touch === 'bought') bought.set(kind, (bought.get(kind) ?? 0) + 1);
  }
  const reasons = new Map<number, StandingBack>();
  for (const [kind, interaction] of last) {
    const { touch, step } = interaction;
    if (step <= asked || !recent.has(interaction) || (bought.get(kind) ?? 0) > 1) continue;
    if (touch === 'bought') reasons.set(kind, 'kind_bought');
    else if (touch === 'carted') reasons.set(kind, 'kind_in_cart');
  }
  if (reasons.size === 0) return undefined;
  // Candidates share the values of the catalogue's column, but not its cells.
  const { cellStart, cellValues } = ranked;
  return Array.from({ length: cellStart.length - 1 }, (_, cell) => {
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      const reason = reasons.get(cellValues[k]);
      if (reason !== undefined) return reason;
    }
    return undefined;
  });
}

/** The kind of a product: of its categories the one with the fewest products; -1 without one. */
function kindsIn({ cell, cellStart, cellValues, labels }: Column): (product: number | undefined) => number {
  const counts = new Int32Array(labels.length);
  for (const c of cell) {
    for (let k = cellStart[c]; c >= 0 && k < cellStart[c + 1]; k++) counts[cellValues[k]]++;
  }
  return (product) => {
    const c = product === undefined ? -1 : cell[product];
    if (c < 0) return -1;
    let kind = cellValues[cellStart[c]];
    for (let k = cellStart[c] + 1; k < cellStart[c + 1]; k++) {
      if (counts[cellValues[k]] < counts[kind]) kind = cellValues[k];
    }
    return kind;
  };
}
