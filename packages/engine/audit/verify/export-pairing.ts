import { figure } from '../../catalogue/figures.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { canonical, compare, reordered } from '../canonical-order.ts';
import { findSegmentation, type Segmentation } from '../grade/applicability.ts';
import { counted } from '../message-format.ts';

/** One attribute in both exports, on the products that both hold, in canonical order. */
export interface PairedAttribute {
  readonly name: string;
  readonly inBefore: boolean;
  readonly inAfter: boolean;
  /** Where the export lacks the attribute, nothing is recorded. Both share `values` and `cells`. */
  readonly before: Attribute;
  readonly after: Attribute;
  /** Products of the whole earlier export that lack it although it applies to them. */
  readonly missingBefore: number;
}

/** Two exports laid side by side. */
export interface ExportPair {
  readonly ids: readonly string[];
  readonly attributes: readonly PairedAttribute[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly productsBefore: number;
  readonly productsAfter: number;
  /** Which attributes apply to which products, decided once for both. */
  readonly segmentation: Segmentation;
  /** Of the removed products, for each attribute those that lacked it although it applied to them. */
  readonly removedLacking: readonly number[];
}

/**
 * Says that most products of either export are not in the other, although both have products of their own: their ids
 * have changed.
 */
export function idsChangedMessage({
  ids,
  added,
  removed,
  productsBefore,
  productsAfter,
}: ExportPair): string | undefined {
  if (added.length === 0 || removed.length === 0) return undefined;
  if (ids.length >= 0.5 * Math.min(productsBefore, productsAfter)) return undefined;
  const shared = ids.length === 0 ? 'No id stands' : `Only ${counted(ids.length, 'id stands', 'ids stand')}`;
  return `${shared} in both exports: ${figure(removed.length)} are gone and ${figure(added.length)} are new. Export both with the same ids.`;
}

/** Lays two exports, interpreted together, side by side on the products that they share. */
export function pair(before: Catalogue, after: Catalogue): ExportPair {
  const placeBefore = placesOf(before.ids);
  const placeAfter = placesOf(after.ids);
  const common = before.ids.filter((id) => placeAfter.has(id));
  const inBefore = new Map(before.attributes.map((attribute) => [attribute.name, attribute]));
  const inAfter = new Map(after.attributes.map((attribute) => [attribute.name, attribute]));
  const fromBefore = Int32Array.from(common, (id) => placeBefore.get(id)!);
  const fromAfter = Int32Array.from(common, (id) => placeAfter.get(id)!);
  const names = [...new Set([...inBefore.keys(), ...inAfter.keys()])];
  const sides = names.map((name) => ({
    name,
    before: onCommon(inBefore.get(name), inAfter.get(name)!, fromBefore, placeBefore.size),
    after: onCommon(inAfter.get(name), inBefore.get(name)!, fromAfter, placeAfter.size),
  }));
  const shop = canonical({
    ids: common,
    attributes: sides.map(({ before: earlier, after: later }) => either(earlier, later)),
    warnings: [],
  });
  const byName = new Map(sides.map((side) => [side.name, side]));
  const segmentation = findSegmentation(shop.attributes, common.length, []);
  const removed = before.ids.filter((id) => !placeAfter.has(id));
  const segmentOfPlace = segmentsOfRemoved(
    segmentation,
    shop.attributes[segmentation.by],
    inBefore,
    removed.map((id) => placeBefore.get(id)!),
  );
  const removedLacking = shop.attributes.map(({ name }, index) => {
    const cell = inBefore.get(name)?.cell;
    let count = 0;
    for (const [place, kind] of segmentOfPlace)
      if ((cell === undefined || cell[place] < 0) && segmentation.applies(index, kind)) count++;
    return count;
  });
  return {
    ids: shop.ids,
    attributes: shop.attributes.map(({ name }, index) => {
      const side = byName.get(name)!;
      const earlier = moved(side.before, shop.order);
      let missing = removedLacking[index];
      for (let product = 0; product < common.length; product++)
        if (earlier.cell[product] < 0 && segmentation.applies(index, segmentation.of[product])) missing++;
      return {
        name,
        inBefore: inBefore.has(name),
        inAfter: inAfter.has(name),
        before: earlier,
        after: moved(side.after, shop.order),
        missingBefore: missing,
      };
    }),
    added: after.ids.filter((id) => !placeBefore.has(id)).sort(compare),
    removed: removed.sort(compare),
    productsBefore: before.ids.length,
    productsAfter: after.ids.length,
    segmentation,
    removedLacking,
  };
}

/** By place in the earlier export the kind of each removed product, as the products that stayed tell segmentation apart. */
function segmentsOfRemoved(
  segmentation: Segmentation,
  by: Attribute | undefined,
  inBefore: ReadonlyMap<string, Attribute>,
  places: readonly number[],
): Map<number, number> {
  const segmentOfCell = new Map<number, number>();
  by?.cell.forEach((cell, product) => {
    segmentOfCell.set(cell, segmentation.of[product]);
  });
  const cell = by === undefined ? undefined : inBefore.get(by.name)?.cell;
  const unsaid = segmentation.sizes.length - 1;
  return new Map(places.map((place) => [place, segmentOfCell.get(cell?.[place] ?? -1) ?? unsaid]));
}

function placesOf(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, place) => [id, place]));
}

function onCommon(
  own: Attribute | undefined,
  other: Attribute,
  from: Int32Array,
  products: number,
): Attribute {
  if (own === undefined) {
    return { ...other, cell: new Int32Array(from.length).fill(-1), placeholders: new Int32Array(0) };
  }
  const place = new Int32Array(products).fill(-1);
  from.forEach((product, index) => {
    place[product] = index;
  });
  return {
    ...own,
    cell: reordered(own.cell, from),
    placeholders: own.placeholders.map((product) => place[product]).filter((index) => index >= 0),
  };
}

/** What either export says of each product, whichever comes first: the shelf on which both are judged. */
function either(before: Attribute, after: Attribute): Attribute {
  const cell = before.cell.map((earlier, product) => {
    const later = after.cell[product];
    if (earlier < 0 || later < 0) return Math.max(earlier, later);
    return Math.min(earlier, later);
  });
  return { ...before, cell };
}

function moved(attribute: Attribute, order: Int32Array): Attribute {
  const place = new Int32Array(order.length);
  order.forEach((product, index) => {
    place[product] = index;
  });
  return {
    ...attribute,
    cell: reordered(attribute.cell, order),
    placeholders: attribute.placeholders.map((product) => place[product]).sort(),
  };
}

/** The attribute that a claim means: by its exact name, else regardless of letter case where that leaves no doubt. */
export function resolveAttributeName({ attributes }: ExportPair, claimed: string): string | undefined {
  const name = claimed.trim().normalize('NFC');
  if (attributes.some((attribute) => attribute.name === name)) return name;
  const alike = attributes.filter((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
  if (alike.length > 0) return alike.length === 1 ? alike[0].name : undefined;
  // An option goes by its name, and by its column where that holds no other.
  const options = attributes.filter(({ before, after }) =>
    [before, after].some(({ writtenIn }) => writtenIn?.usual === name),
  );
  return options.length === 1 ? options[0].name : undefined;
}
