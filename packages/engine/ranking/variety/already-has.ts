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
  const cart = cartOf(recent, index, catalogue);
  const kinds = satisfiedKinds(index.category, catalogue, profile, new Set(recent));
  if (cart.size === 0 && kinds === undefined) return undefined;
  const cells = index.category?.cell;
  const reason = (product: number): StandingBack | undefined =>
    cart.has(product) ? 'in_cart' : kinds?.[cells?.[product] ?? -1];
  return {
    reason,
    keys(score) {
      const keys = score.slice();
      if (kinds !== undefined && cells !== undefined) {
        const shares = Float64Array.from(kinds, (why) => (why === undefined ? 1 : SHARES[why]));
        for (let product = 0; product < keys.length; product++) {
          if (cells[product] >= 0) keys[product] *= shares[cells[product]];
        }
      }
      for (const product of cart) keys[product] = score[product] * SHARES.in_cart;
      return keys;
    },
  };
}

/** The ranked products that lie in the cart, and their variants. */
function cartOf(
  recent: readonly ProductInteraction[],
  { ids: ranked, family }: CatalogueIndex,
  catalogue: CatalogueIndex,
): ReadonlySet<number> {
  const ids = new Set<string>();
  for (const { id, touch } of recent) {
    if (touch === 'carted') ids.add(id);
    else if (touch === 'removed' || touch === 'bought' || touch === 'dismissed') ids.delete(id);
  }
  const cart = new Set<number>();
  const families = new Set<number>();
  for (const id of ids) {
    const product = ranked.find(id);
    if (product !== undefined) cart.add(product);
    const own = catalogue.family?.[catalogue.ids.find(id) ?? -1] ?? -1;
    if (own >= 0) families.add(own);
  }
  if (family === undefined || families.size === 0) return cart;
  for (let product = 0; product < family.length; product++)
    if (families.has(family[product])) cart.add(product);
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
  let counts: Int32Array | undefined;
  const countOf = (value: number): number => {
    if (counts !== undefined) return counts[value];
    counts = new Int32Array(labels.length);
    for (let product = 0; product < cell.length; product++) {
      const c = cell[product];
      for (let k = cellStart[c]; c >= 0 && k < cellStart[c + 1]; k++) counts[cellValues[k]]++;
    }
    return counts[value];
  };
  return (product) => {
    const c = product === undefined ? -1 : cell[product];
    if (c < 0) return -1;
    let kind = cellValues[cellStart[c]];
    for (let k = cellStart[c] + 1; k < cellStart[c + 1]; k++) {
      if (countOf(cellValues[k]) < countOf(kind)) kind = cellValues[k];
    }
    return kind;
  };
}
