import type { RankedItem } from '@decidable/engine/ranking';
import { emptyProfile, type FoldedProfile, foldOnto, type Signal } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import type { Shop } from '../shops/shop.ts';
import { attributesOf } from './product-card.ts';
import { type Inspected, type InspectedItem, inspectedItem, ranked } from './ranking-now.ts';

/** Products beyond this place are not compared: nobody pages so far. Set by hand. */
const MOST_PLACES = 1_000;
/** Attributes whose values are tried as filters. Set by hand. */
const MOST_ATTRIBUTES = 4;

/** A signal, and the places of the two products after it; undefined beyond place 1,000. */
export interface OrderTurn {
  readonly signal: { readonly type: string; readonly value: string };
  readonly aboveRank?: number;
  readonly belowRank?: number;
}

/** Why one product comes before another. */
export interface Comparison {
  readonly above: InspectedItem;
  readonly below: InspectedItem;
  /** The contributions of each factor; the largest difference in favour of the product above first. */
  readonly factors: { factor: string; above: number; below: number; difference: number }[];
  readonly tried: number;
  readonly turns: OrderTurn[];
}

/**
 * Compares two products for a session in steps: the contribution of each factor to their scores, and which single signals
 * would turn their order round. Each signal is folded into a copy of the profile, and the catalogue is ranked with it.
 *
 * @param products two ids of the catalogue, in any order
 * @throws InvalidInput for an id that the catalogue lacks, one id twice, or a product beyond place 1,000
 */
export function* comparison(
  inspected: Inspected,
  products: readonly [string, string],
  query: string | undefined,
): Generator<void, Comparison> {
  const { shop } = inspected;
  const ids = products.map((id) => id.normalize());
  for (const [i, id] of ids.entries()) {
    if (shop.index.ids.find(id) === undefined)
      throw new InvalidInput(`products[${i}]: the catalogue has no product "${id}".`);
  }
  if (ids[0] === ids[1]) throw new InvalidInput('products[1] is the same product as products[0].');
  const ranks = yield* ranksOf(inspected, ids, query);
  for (const [i, rank] of ranks.entries()) {
    if (rank === undefined)
      throw new InvalidInput(
        `products[${i}]: "${ids[i]}" comes after place ${MOST_PLACES} for this session. Compare products that a shopper may see.`,
      );
  }
  const inOrder = ranks[0]! < ranks[1]!;
  const [aboveRank, belowRank] = inOrder ? [ranks[0]!, ranks[1]!] : [ranks[1]!, ranks[0]!];
  const itemAt = function* (place: number): Generator<void, RankedItem> {
    const { items } = yield* ranked(inspected, { query, limit: 1, offset: place - 1 });
    return items[0];
  };
  const above = yield* itemAt(aboveRank);
  const below = yield* itemAt(belowRank);
  const turns: OrderTurn[] = [];
  const signals = signalsToTry(shop, above.id, below.id);
  for (const { type, value } of signals) {
    const profile = withSignal(inspected.profile, { type, value, at: inspected.at });
    const [after, afterBelow] = yield* ranksOf({ ...inspected, profile }, [above.id, below.id], query);
    if ((afterBelow ?? Number.POSITIVE_INFINITY) >= (after ?? Number.POSITIVE_INFINITY)) continue;
    turns.push({
      signal: { type, value },
      ...(after !== undefined && { aboveRank: after }),
      ...(afterBelow !== undefined && { belowRank: afterBelow }),
    });
  }
  return {
    above: inspectedItem(shop, above),
    below: inspectedItem(shop, below),
    factors: differences(above, below),
    tried: signals.length,
    turns,
  };
}

/** The places of products for a session; undefined beyond place 1,000. */
function* ranksOf(
  inspected: Inspected,
  ids: readonly string[],
  query: string | undefined,
): Generator<void, (number | undefined)[]> {
  const { items } = yield* ranked(inspected, { query, limit: MOST_PLACES, explain: false });
  yield;
  return ids.map((id) => items.find((item) => item.id === id)?.rank);
}

function withSignal(profile: FoldedProfile | undefined, signal: Signal): FoldedProfile {
  const copy = profile === undefined ? emptyProfile(signal.at) : structuredClone(profile);
  foldOnto(copy, [signal]);
  return copy;
}

function differences(above: RankedItem, below: RankedItem): Comparison['factors'] {
  const sums = new Map<string, { above: number; below: number }>();
  const add = (item: RankedItem, side: 'above' | 'below') => {
    for (const { factor, contribution } of item.scoreBreakdown) {
      const sum = sums.get(factor) ?? { above: 0, below: 0 };
      sum[side] += contribution;
      sums.set(factor, sum);
    }
  };
  add(above, 'above');
  add(below, 'below');
  return [...sums]
    .map(([factor, sum]) => ({ factor, ...sum, difference: sum.above - sum.below }))
    .sort((a, b) => b.difference - a.difference);
}

/** Signals about what only the product below has, and about the product above being unwanted. */
function signalsToTry(shop: Shop, above: string, below: string): { type: string; value: string }[] {
  const { roles } = shop.index;
  const [first, second] = [above, below].map((id) => valuesOf(shop, id));
  const differing = (column: string | null | undefined): string | undefined => {
    const value = column == null ? undefined : second.get(column);
    return value === undefined || value === first.get(column!) ? undefined : value;
  };
  const roleColumns = new Set<string | null | undefined>(Object.values(roles));
  const attributes = [...second.keys()]
    .filter((name) => !roleColumns.has(name) && differing(name) !== undefined)
    .slice(0, MOST_ATTRIBUTES);
  const [category, brand] = [differing(roles.category), differing(roles.brand)];
  return [
    { type: 'product_view', value: below },
    { type: 'cart_add', value: below },
    { type: 'dismiss', value: above },
    ...(category === undefined ? [] : [{ type: 'category_view', value: category }]),
    ...(brand === undefined ? [] : [{ type: 'brand_view', value: brand }]),
    ...attributes.map((name) => ({ type: 'attribute_filter', value: `${name}=${second.get(name)}` })),
  ];
}

/** The shown attributes of a product that have one value, as text. */
function valuesOf(shop: Shop, id: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of attributesOf(shop, id) ?? []) {
    if (typeof value === 'string' || typeof value === 'number') values.set(name, String(value));
  }
  return values;
}
