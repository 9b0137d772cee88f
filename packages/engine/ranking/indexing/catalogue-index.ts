import { isAvailable } from '../../catalogue/availability.ts';
import { unitsOf } from '../../catalogue/columns/unit-inference.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import type { Roles } from '../types.ts';
import { type Column, columnOf } from './column.ts';
import { buildInvertedIndex, invertedIndexOf } from './inverted-index.ts';
import { type PackedStrings, packStrings, type Strings, stringsOf } from './packed-strings.ts';
import { type PriceScale, priceRanks, priceScale, priceSteps } from './price-scale.ts';
import { logPricesOf, reducedIn } from './price-value.ts';
import type { InvertedIndex } from './term-table.ts';
import { variantsOf } from './variants/variants.ts';

/**
 * A catalogue as the experts read it: products are numbers 0 .. size − 1 in catalogue order, and every column is a typed
 * array. The index is immutable; `model.ts` holds what was learned from sessions.
 */
export interface CatalogueIndex {
  readonly size: number;
  /** Product ids by product number. */
  readonly ids: Strings;
  /** The data behind `ids`, where they are packed. */
  readonly packedIds?: PackedStrings;
  readonly roles: Roles;
  /** Columns whose values shoppers can ask for, in catalogue order. */
  readonly columns: readonly Column[];
  readonly columnNumbers: ReadonlyMap<string, number>;
  readonly category: Column | undefined;
  readonly brand: Column | undefined;
  /** Natural logarithm of the price; NaN where there is none. */
  readonly logPrice: Float64Array;
  readonly scale: PriceScale | undefined;
  /** Per product its step on the price scale; -1 without a price. */
  readonly priceStep: Int32Array;
  /**
   * Per product its step in the price order of its category, 0 for the cheapest to PRICE_RANKS − 1; -1 without a price.
   */
  readonly priceRank: Int32Array;
  /** 1 for a product that is sold below its price, else 0; `undefined` where none is. */
  readonly reduced?: Uint8Array | undefined;
  /** 0 for a product that cannot be bought now, else 1. */
  readonly available: Uint8Array;
  /** Per product the number of its family of variants, -1 for one without others; `undefined` where no product has any. */
  readonly family?: Int32Array | undefined;
  /** The products that are sold by themselves, ascending; lists of the catalogue show no others. `undefined` for all. */
  readonly listed?: Int32Array | undefined;
  readonly terms: InvertedIndex;
  /**
   * Only for an index of some products of a catalogue: per product its row in the catalogue, -1 where the catalogue
   * does not have it.
   */
  readonly catalogueRow?: Int32Array | undefined;
  /** The product in a row of the whole catalogue; -1 where there is none. */
  productAtRow(row: number): number;
}

/**
 * Builds the index of a catalogue.
 *
 * @example
 * const index = buildIndex(catalogue, recogniseRoles(catalogue));
 * rank({ profile, index, model: emptyModel(), now: Date.now(), limit: 20 });
 */
export function buildIndex(catalogue: Catalogue, roles: Roles): CatalogueIndex {
  const size = catalogue.ids.length;
  const attributesByName = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  const find = (name: string | null | undefined): Attribute | undefined => attributesByName.get(name ?? '');

  const otherRoles = new Set([
    roles.title,
    roles.price,
    roles.salePrice,
    roles.image,
    roles.url,
    roles.availability,
  ]);
  const units = unitsOf(catalogue, roles);
  const columns: Column[] = [];
  for (const attribute of catalogue.attributes) {
    if (otherRoles.has(attribute.name)) continue;
    const role = (['category', 'brand'] as const).find((role) => attribute.name === roles[role]);
    if (attribute.notQuestion !== undefined && role === undefined) continue;
    const column = columnOf(attribute, size, role, units.get(attribute.name));
    if (column !== undefined) columns.push(column);
  }
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | null | undefined): Column | undefined =>
    columns[columnNumbers.get(name ?? '') ?? -1];

  const logPrice = logPricesOf(catalogue, roles);
  const available = new Uint8Array(size).fill(1);
  const availability = find(roles.availability);
  if (availability !== undefined) {
    const isBuyable = availability.cells.map((cell) =>
      isAvailable(cell.map((value) => availability.values[value].label)) ? 1 : 0,
    );
    for (let i = 0; i < size; i++) {
      const cell = availability.cell[i];
      if (cell >= 0) available[i] = isBuyable[cell];
    }
  }
  const packedIds = packStrings(catalogue.ids);
  const variants = variantsOf(catalogue, roles, logPrice);
  return assemble({
    ids: stringsOf(packedIds),
    packedIds,
    roles,
    columns,
    columnNumbers,
    category: column(roles.category),
    brand: column(roles.brand),
    logPrice,
    reduced: reducedIn(catalogue, roles, logPrice),
    available,
    family: variants.family,
    listed: variants.listed,
    terms: invertedIndexOf(buildInvertedIndex(catalogue, roles, variants)),
  });
}

type Parts = Omit<
  CatalogueIndex,
  'size' | 'scale' | 'priceStep' | 'priceRank' | 'catalogueRow' | 'productAtRow'
>;

/**
 * Derives the remaining fields of an index from its parts.
 *
 * @param subset for an index of some products of a catalogue: the fields that come from the catalogue
 */
export function assemble(
  parts: Parts,
  subset?: Required<Pick<CatalogueIndex, 'scale' | 'priceRank'>> & { readonly catalogueRow: Int32Array },
): CatalogueIndex {
  const scale = subset === undefined ? priceScale(parts.logPrice) : subset.scale;
  const size = parts.ids.length;
  return {
    ...parts,
    size,
    scale,
    priceStep: priceSteps(parts.logPrice, scale),
    priceRank: subset?.priceRank ?? priceRanks(parts.logPrice, parts.category),
    catalogueRow: subset?.catalogueRow,
    productAtRow:
      subset === undefined ? (row) => (row >= 0 && row < size ? row : -1) : positionsIn(subset.catalogueRow),
  };
}

/**
 * Returns the function that maps a row of the catalogue to the position in a list of products; -1 where the list does
 * not have it.
 *
 * @param catalogueRow per position of the list its row in the catalogue, -1 without one
 */
export function positionsIn(catalogueRow: Int32Array): (row: number) => number {
  let positions: Map<number, number> | undefined;
  return (row) => {
    if (row < 0) return -1;
    if (positions === undefined) {
      positions = new Map();
      for (let i = 0; i < catalogueRow.length; i++) positions.set(catalogueRow[i], i);
    }
    return positions.get(row) ?? -1;
  };
}
