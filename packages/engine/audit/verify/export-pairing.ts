import { figure } from '../../catalogue/figures.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import { compare, reordered, toCanonical } from '../canonical-order.ts';
import { findSegmentation, type Segmentation } from '../grade/applicability.ts';
import { counted } from '../message-format.ts';

/** One attribute in both exports, on the common products, in canonical order. */
export interface PairedAttribute {
  readonly name: string;
  readonly inBefore: boolean;
  readonly inAfter: boolean;
  /** Both attributes share `values` and `cells`. An export without the attribute has nothing recorded. */
  readonly before: Attribute;
  readonly after: Attribute;
  /** Products of the whole earlier export to which the attribute applies and that lack it. */
  readonly missingBefore: number;
}

/** Two exports, aligned on their common products. */
export interface ExportPair {
  readonly ids: readonly string[];
  /** Depends on the set of common ids: the seed of an audit of them. */
  readonly seed: number;
  readonly attributes: readonly PairedAttribute[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly productsBefore: number;
  readonly productsAfter: number;
  /** The segments, computed once for both exports. */
  readonly segmentation: Segmentation;
  /** Per segment its common products. */
  readonly productsOf: readonly Int32Array[];
  /** Per attribute the removed products to which it applies and that lacked it. */
  readonly removedLacking: readonly number[];
}

/**
 * A message if the ids seem to have changed: most products of either export are missing from the other, and
 * both have products of their own.
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

/** Aligns two exports, which must be interpreted together, on their common products. */
export function pairExports(before: Catalogue, after: Catalogue): ExportPair {
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
    before: restrictedTo(inBefore.get(name), inAfter.get(name)!, fromBefore, placeBefore.size),
    after: restrictedTo(inAfter.get(name), inBefore.get(name)!, fromAfter, placeAfter.size),
  }));
  const shop = toCanonical({
    ids: common,
    attributes: sides.map(({ before: earlier, after: later }) => recordedInEither(earlier, later)),
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
    for (const [place, segment] of segmentOfPlace)
      if ((cell === undefined || cell[place] < 0) && segmentation.applies(index, segment)) count++;
    return count;
  });
  return {
    ids: shop.ids,
    seed: shop.seed,
    attributes: shop.attributes.map(({ name }, index) => {
      const side = byName.get(name)!;
      const earlier = inCanonicalOrder(side.before, shop.order);
      let missing = removedLacking[index];
      for (let product = 0; product < common.length; product++)
        if (earlier.cell[product] < 0 && segmentation.applies(index, segmentation.segmentOf[product]))
          missing++;
      return {
        name,
        inBefore: inBefore.has(name),
        inAfter: inAfter.has(name),
        before: earlier,
        after: inCanonicalOrder(side.after, shop.order),
        missingBefore: missing,
      };
    }),
    added: after.ids.filter((id) => !placeBefore.has(id)).sort(compare),
    removed: removed.sort(compare),
    productsBefore: before.ids.length,
    productsAfter: after.ids.length,
    segmentation,
    productsOf: segmentation.by < 0 ? [] : productsBySegment(segmentation),
    removedLacking,
  };
}

function productsBySegment({ segmentOf, sizes }: Segmentation): Int32Array[] {
  const products = Array.from(sizes, (size) => new Int32Array(size));
  const filled = new Int32Array(sizes.length);
  for (let product = 0; product < segmentOf.length; product++) {
    const segment = segmentOf[product];
    products[segment][filled[segment]++] = product;
  }
  return products;
}

/**
 * Per index in the earlier export the segment of each removed product, by the segments of the products that
 * stayed.
 */
function segmentsOfRemoved(
  segmentation: Segmentation,
  by: Attribute | undefined,
  inBefore: ReadonlyMap<string, Attribute>,
  places: readonly number[],
): Map<number, number> {
  const segmentOfCell = new Map<number, number>();
  by?.cell.forEach((cell, product) => {
    segmentOfCell.set(cell, segmentation.segmentOf[product]);
  });
  const cell = by === undefined ? undefined : inBefore.get(by.name)?.cell;
  const unsaid = segmentation.sizes.length - 1;
  return new Map(places.map((place) => [place, segmentOfCell.get(cell?.[place] ?? -1) ?? unsaid]));
}

function placesOf(ids: readonly string[]): Map<string, number> {
  return new Map(ids.map((id, place) => [id, place]));
}

function restrictedTo(
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

/**
 * The value that either export records for each product; of two the one with the smaller number, so that the order of the exports
 * makes no difference. Segments and repeated columns are found in these values.
 */
export function recordedInEither(before: Attribute, after: Attribute): Attribute {
  const cell = before.cell.map((earlier, product) => {
    const later = after.cell[product];
    if (earlier < 0 || later < 0) return Math.max(earlier, later);
    return Math.min(earlier, later);
  });
  return { ...before, cell };
}

function inCanonicalOrder(attribute: Attribute, order: Int32Array): Attribute {
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

/**
 * The attribute that a claim names: by its exact name, by the header that only the later export has for it, otherwise
 * ignoring letter case if only one attribute matches.
 */
export function resolveAttributeName({ attributes }: ExportPair, claimed: string): string | undefined {
  const name = claimed.trim().normalize('NFC');
  if (attributes.some((attribute) => attribute.name === name)) return name;
  const renamed = attributes.find(({ after }) => after.header === name);
  if (renamed !== undefined) return renamed.name;
  const alike = attributes.filter((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
  if (alike.length > 0) return alike.length === 1 ? alike[0].name : undefined;
  // An option has its own name, and also the name of its column if that column holds no other option.
  const options = attributes.filter(({ before, after }) =>
    [before, after].some(({ writtenIn }) => writtenIn?.usual === name),
  );
  return options.length === 1 ? options[0].name : undefined;
}
