import { isAvailable } from '../../catalogue/availability.ts';
import { unitsOf } from '../../catalogue/columns/unit-inference.ts';
import type { Attribute, Catalogue } from '../../catalogue/types.ts';
import type { Roles } from '../types.ts';
import { type Column, columnOf } from './column.ts';
import { buildInvertedIndex, type InvertedIndex, invertedIndexOf } from './inverted-index.ts';
import { type PackedStrings, packStrings, type Strings, stringsOf } from './packed-strings.ts';
import { priceOf } from './price-value.ts';

/** Number of steps into which the range of log prices is cut; the price expert works on steps. */
export const PRICE_STEPS = 256;
/** Number of steps into which the price order within a category is cut; odd, so that one of them is the middle. */
export const PRICE_RANKS = 15;
/** The middle of a step of the price order, 0 cheapest to 1 dearest. */
export const placeOfRank = (rank: number): number => (rank + 0.5) / PRICE_RANKS;

/** Log prices cut into steps of equal width. */
export interface PriceScale {
  readonly lowest: number;
  /** Width of a step in log price; 0 when all prices are the same. */
  readonly width: number;
}

/**
 * A catalogue as the experts read it: products are dense numbers in catalogue order, every column is a typed array.
 * It is immutable; `model.ts` holds what was learned from sessions.
 */
export interface CatalogueIndex {
  readonly size: number;
  /** By the number of the product. */
  readonly ids: Strings;
  /** What `ids` reads, where that is packed. */
  readonly packedIds?: PackedStrings;
  readonly roles: Roles;
  /** Columns that shoppers can ask about, in catalogue order. */
  readonly columns: readonly Column[];
  readonly columnNumbers: ReadonlyMap<string, number>;
  readonly category: Column | undefined;
  readonly brand: Column | undefined;
  /** Natural logarithm of the price; NaN where there is none. */
  readonly logPrice: Float64Array;
  readonly scale: PriceScale | undefined;
  /** Per product its step on the price scale; -1 without a price. */
  readonly priceStep: Int32Array;
  /** Per product its place in the price order of its category, 0 cheapest to PRICE_RANKS − 1; -1 without a price. */
  readonly priceRank: Int32Array;
  /** 0 where the product cannot be bought now. */
  readonly available: Uint8Array;
  readonly terms: InvertedIndex;
  /** Of an index of some products of a catalogue: the place of each in that one, -1 where it does not hold it. */
  readonly catalogueRow?: Int32Array | undefined;
  /** The product at a place in the catalogue's own order, -1 where there is none. */
  productAtRow(place: number): number;
}

/**
 * Reads a catalogue into an index.
 *
 * @example
 * const index = buildIndex(catalogue, recogniseRoles(catalogue));
 * rank({ profile, index, model: emptyModel(), now: Date.now(), limit: 20 });
 */
export function buildIndex(catalogue: Catalogue, roles: Roles): CatalogueIndex {
  const size = catalogue.ids.length;
  const named = new Map(catalogue.attributes.map((attribute) => [attribute.name, attribute]));
  const find = (name: string | null | undefined): Attribute | undefined => named.get(name ?? '');

  const aside = new Set([roles.title, roles.price, roles.image, roles.url, roles.availability]);
  const units = unitsOf(catalogue, roles);
  const columns: Column[] = [];
  for (const attribute of catalogue.attributes) {
    if (aside.has(attribute.name)) continue;
    const isRole = attribute.name === roles.category || attribute.name === roles.brand;
    if (attribute.notQuestion !== undefined && !isRole) continue;
    const column = columnOf(attribute, size, isRole, units.get(attribute.name));
    if (column !== undefined) columns.push(column);
  }
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | null | undefined): Column | undefined =>
    columns[columnNumbers.get(name ?? '') ?? -1];

  const logPrice = new Float64Array(size).fill(Number.NaN);
  const price = find(roles.price);
  if (price !== undefined) {
    for (let i = 0; i < size; i++) {
      const cell = price.cell[i];
      if (cell >= 0) logPrice[i] = Math.log(priceOf(price.values[price.cells[cell][0]]));
    }
  }
  const available = new Uint8Array(size).fill(1);
  const availability = find(roles.availability);
  if (availability !== undefined) {
    const open = availability.cells.map((cell) =>
      isAvailable(cell.map((value) => availability.values[value].label)) ? 1 : 0,
    );
    for (let i = 0; i < size; i++) {
      const cell = availability.cell[i];
      if (cell >= 0) available[i] = open[cell];
    }
  }
  const packedIds = packStrings(catalogue.ids);
  return assemble({
    ids: stringsOf(packedIds),
    packedIds,
    roles,
    columns,
    columnNumbers,
    category: column(roles.category),
    brand: column(roles.brand),
    logPrice,
    available,
    terms: invertedIndexOf(buildInvertedIndex(catalogue, roles)),
  });
}

type Parts = Pick<
  CatalogueIndex,
  | 'ids'
  | 'packedIds'
  | 'roles'
  | 'columns'
  | 'columnNumbers'
  | 'category'
  | 'brand'
  | 'logPrice'
  | 'available'
  | 'terms'
>;

/**
 * Completes an index with what follows from its parts, `part` being what an index of some products of another
 * catalogue takes from that one.
 */
export function assemble(
  parts: Parts,
  part?: Required<Pick<CatalogueIndex, 'scale' | 'priceRank'>> & { readonly heldAt: Int32Array },
): CatalogueIndex {
  const scale = part === undefined ? priceScale(parts.logPrice) : part.scale;
  const size = parts.ids.length;
  return {
    ...parts,
    size,
    scale,
    priceStep: priceSteps(parts.logPrice, scale),
    priceRank: part?.priceRank ?? priceRanks(parts.logPrice, parts.category),
    catalogueRow: part?.heldAt,
    productAtRow:
      part === undefined ? (place) => (place >= 0 && place < size ? place : -1) : positionsIn(part.heldAt),
  };
}

/** Tells where in a list the product at a place of the catalogue stands, -1 where it does not. */
export function positionsIn(heldAt: Int32Array): (place: number) => number {
  let positions: Map<number, number> | undefined;
  return (place) => {
    if (place < 0) return -1;
    if (positions === undefined) {
      positions = new Map();
      for (let i = 0; i < heldAt.length; i++) positions.set(heldAt[i], i);
    }
    return positions.get(place) ?? -1;
  };
}

/** The scale of prices; `known` where they lie on that one, else one that reaches over both. */
export function priceScale(logPrice: Float64Array, known?: PriceScale): PriceScale | undefined {
  const from = known?.lowest ?? Number.POSITIVE_INFINITY;
  const to = known === undefined ? Number.NEGATIVE_INFINITY : from + known.width * (PRICE_STEPS - 1);
  let lowest = from;
  let highest = to;
  for (const price of logPrice) {
    if (!Number.isFinite(price)) continue;
    if (price < lowest) lowest = price;
    // Logarithms of equal prices are equal, but for a last bit.
    if (price > highest + 1e-12) highest = price;
  }
  if (lowest === from && highest === to) return known;
  return { lowest, width: (highest - lowest) / (PRICE_STEPS - 1) };
}

/** The least and the greatest price; neither without a scale. */
export const priceEnds = (scale: PriceScale | undefined): readonly number[] =>
  scale === undefined
    ? []
    : [Math.exp(scale.lowest), Math.exp(scale.lowest + scale.width * (PRICE_STEPS - 1))];

/** The step of a log price, within the scale's ends. */
export function stepOf(logPrice: number, scale: PriceScale): number {
  if (scale.width === 0) return 0;
  const step = Math.round((logPrice - scale.lowest) / scale.width);
  return step < 0 ? 0 : step >= PRICE_STEPS ? PRICE_STEPS - 1 : step;
}

function priceSteps(logPrice: Float64Array, scale: PriceScale | undefined): Int32Array {
  const steps = new Int32Array(logPrice.length).fill(-1);
  if (scale === undefined) return steps;
  for (let i = 0; i < steps.length; i++) {
    if (Number.isFinite(logPrice[i])) steps[i] = stepOf(logPrice[i], scale);
  }
  return steps;
}

/** Places in the price order of each category. */
export function priceRanks(logPrice: Float64Array, category: Column | undefined): Int32Array {
  const ranks = new Int32Array(logPrice.length).fill(-1);
  const shelves = new Map<number, number[]>();
  for (let i = 0; i < logPrice.length; i++) {
    if (!Number.isFinite(logPrice[i])) continue;
    const shelf = category === undefined ? 0 : category.cell[i];
    const items = shelves.get(shelf);
    if (items === undefined) shelves.set(shelf, [i]);
    else items.push(i);
  }
  for (const items of shelves.values()) {
    items.sort((a, b) => logPrice[a] - logPrice[b]);
    // Products of the same price share the middle of their places: their order in the file does not matter, and where
    // all cost the same none is cheap.
    for (let first = 0, end = 0; first < items.length; first = end) {
      while (end < items.length && logPrice[items[end]] === logPrice[items[first]]) end++;
      const rank = Math.floor(((first + end) / (2 * items.length)) * PRICE_RANKS);
      for (let k = first; k < end; k++) ranks[items[k]] = rank;
    }
  }
  return ranks;
}
