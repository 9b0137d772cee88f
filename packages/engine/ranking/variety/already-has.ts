import type { ProductInteraction, Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { productKinds } from '../indexing/variants/product-kinds.ts';
import { SUPPRESSED_FOR } from '../intent/suppression.ts';
import { lastStepOf } from '../query/named-values.ts';
import type { StandingBack } from '../types.ts';

/**
 * Tells why others come before a product: it lies in the cart, as a variant, too, or could stand in for one that was bought or
 * put into the cart: the products of a kind of which that was the last thing that the session did, in the last day. So what goes
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
): ((product: number) => StandingBack | undefined) | undefined {
  const recent = profile.products.filter(({ at }) => now - at < SUPPRESSED_FOR);
  if (!recent.some(({ touch }) => touch === 'bought' || touch === 'carted')) return undefined;
  const cart = cartOf(recent, index, catalogue);
  const kinds = satisfiedKinds(index, catalogue, profile, new Set(recent));
  if (cart.size === 0 && kinds === undefined) return undefined;
  return (product) => (cart.has(product) ? 'in_cart' : kinds?.(product));
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

/** Why the products of a kind stand back, and the product that the session has of it, as a row of the catalogue. */
interface Satisfied {
  readonly why: StandingBack;
  readonly row: number;
}

/**
 * Why a ranked product stands back, as one of a kind that the session has; `undefined` where it has none. A kind is what
 * titles of one category call alike: beans are of the category of an espresso machine, and go with it.
 */
function satisfiedKinds(
  { category: ranked, catalogueRow }: CatalogueIndex,
  catalogue: CatalogueIndex,
  { products, interests }: Profile,
  recent: ReadonlySet<ProductInteraction>,
): ((product: number) => StandingBack | undefined) | undefined {
  if (ranked === undefined || catalogue.category === undefined) return undefined;
  const asked = Math.max(...Object.values(interests).map(lastStepOf));
  const kinds = productKinds(catalogue);
  const known: { readonly interaction: ProductInteraction; readonly row: number; readonly kind: number }[] =
    [];
  for (const interaction of products) {
    const row = catalogue.ids.find(interaction.id) ?? -1;
    const kind = kinds.category(row);
    if (kind >= 0) known.push({ interaction, row, kind });
  }
  const satisfied = new Map<number, Satisfied[]>();
  known.forEach(({ interaction, row, kind }, at) => {
    const { touch, step } = interaction;
    const why = touch === 'bought' ? 'kind_bought' : touch === 'carted' ? 'kind_in_cart' : undefined;
    if (why === undefined || step <= asked || !recent.has(interaction)) return;
    const isAlike = (other: (typeof known)[number]): boolean =>
      other.kind === kind && !kinds.calledDifferently(row, other.row);
    // More of the kind was looked at since, or several of it were bought.
    if (known.slice(at + 1).some(isAlike)) return;
    if (known.slice(0, at).some((other) => other.interaction.touch === 'bought' && isAlike(other))) return;
    satisfied.set(kind, [...(satisfied.get(kind) ?? []), { why, row }]);
  });
  if (satisfied.size === 0) return undefined;
  // Candidates share the values of the catalogue's column, but not its cells.
  const { cell, cellStart, cellValues } = ranked;
  const ofCell = Array.from({ length: cellStart.length - 1 }, (_, c) => {
    const values = cellValues.subarray(cellStart[c], cellStart[c + 1]);
    return [...values].flatMap((value) => satisfied.get(value) ?? []);
  });
  return (product) => {
    const row = catalogueRow === undefined ? product : catalogueRow[product];
    return ofCell[cell[product]]?.find((one) => row < 0 || !kinds.calledDifferently(one.row, row))?.why;
  };
}
