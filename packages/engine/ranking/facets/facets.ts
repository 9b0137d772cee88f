import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { type NamedAttribute, nameOf } from '../request/named-attribute.ts';
import { type NarrowedProducts, productsWithoutFilter } from '../request/narrowed-products.ts';
import { chooseColumns, rateColumns } from './facet-choice.ts';
import { type Bucket, rangeOf } from './number-facet.ts';
import { columnOfPlaces, placesOf } from './places.ts';
import { type FacetValue, type ListedValues, listedValues } from './value-facet.ts';

/** One attribute of the products that are left, for a sidebar. */
export interface Facet {
  /** The name of its column. */
  readonly attribute: string;
  /** The name as a page may show it. */
  readonly label: string;
  /** Products that have a value. */
  readonly products: number;
  readonly values?: readonly FacetValue[];
  /** Values that are not listed; left out where all are. */
  readonly more?: number;
  readonly min?: number;
  readonly max?: number;
  readonly unit?: string;
  readonly buckets?: readonly Bucket[];
}

/** Numbers with at most this many distinct values are listed one by one: "4, 8, 16 GB". Set by hand. */
const MOST_LISTED_NUMBERS = 12;
/** Prices are exact to this part of a unit: they are kept as logarithms. */
const PRICE_PRECISION = 1e6;

/** Kept facets of whole catalogues; those of another number of attributes or values are counted anew. */
interface KeptFacets {
  readonly most: number;
  readonly mostValues: number;
  readonly facets: Facet[];
}
const ofWhole = new WeakMap<CatalogueIndex, KeptFacets>();

/**
 * Counts the products by the attributes that divide them best, in steps of a few milliseconds. The counts of an attribute
 * are of the products that meet all filters but its own; variants of one product count once, as they take one place.
 * The facets of a whole catalogue are kept: they are those of every front page.
 *
 * @param most attributes; those that are filtered by are always among them
 * @param mostValues values that are listed of each
 */
export function* facetsInSteps(
  index: CatalogueIndex,
  narrowed: NarrowedProducts,
  most: number,
  mostValues: number,
): Generator<void, Facet[]> {
  if (most <= 0 || index.size === 0) return [];
  const { products, constraints } = narrowed;
  const isWhole = constraints.length === 0 && (products === undefined || products === index.listed);
  const kept = isWhole ? ofWhole.get(index) : undefined;
  if (kept?.most === most && kept.mostValues === mostValues) return kept.facets;
  const filtered = new Map<NamedAttribute, Int32Array | undefined>();
  for (const { attribute } of constraints) {
    filtered.set(attribute, productsWithoutFilter(narrowed, attribute));
    yield;
  }
  const rated = yield* rateColumns(index, products, filtered);
  const chosen = yield* chooseColumns(index, products, rated, new Set(filtered.keys()), most);
  const facets: Facet[] = [];
  for (const { attribute } of chosen) {
    const own = filtered.has(attribute) ? filtered.get(attribute) : products;
    const constraint = constraints.find((one) => one.attribute === attribute);
    const facet = yield* facetOf(index, attribute, own, mostValues, constraint?.accepts);
    if (facet !== undefined) facets.push(facet);
    yield;
  }
  if (isWhole) ofWhole.set(index, { most, mostValues, facets });
  return facets;
}

function* facetOf(
  index: CatalogueIndex,
  attribute: Column | 'price',
  left: Int32Array | undefined,
  mostValues: number,
  accepts: ((value: number) => boolean) | undefined,
): Generator<void, Facet | undefined> {
  const name = nameOf(index, attribute);
  const named = { attribute: name, label: readableName(name) };
  const taken = placesOf(index, left);
  const products = taken?.products ?? left;
  if (taken !== undefined) yield;
  if (attribute === 'price') {
    const prices = numbersOf(index.size, products, (product) => Math.exp(index.logPrice[product]));
    yield;
    return yield* numberFacet(
      named,
      prices.map((price) => Math.round(price * PRICE_PRECISION) / PRICE_PRECISION),
      taken?.placeOf,
    );
  }
  const { exact, numbers, measured } = attribute;
  const unit = measured === undefined ? {} : { unit: measured.unit.name };
  if (exact !== undefined) {
    const { sizes, places } = exact;
    const ofProducts = numbersOf(index.size, products, (product) =>
      places[product] < 0 ? Number.NaN : sizes[places[product]],
    );
    yield;
    return yield* numberFacet({ ...named, ...unit }, ofProducts, taken?.placeOf);
  }
  const counted = taken === undefined ? attribute : columnOfPlaces(attribute, taken);
  const listed = yield* listedValues(
    counted,
    taken === undefined ? products : undefined,
    mostValues,
    accepts,
  );
  const { products: recorded, values, more } = listed;
  if (numbers === undefined) return { ...named, products: recorded, values, ...(more > 0 && { more }) };
  const ofProducts = numbersOf(index.size, products, numberIn(attribute, numbers));
  yield;
  const range = yield* numberFacet({ ...named, ...unit }, ofProducts, taken?.placeOf);
  return listedNumbers({ ...named, ...unit }, range, listed);
}

/** The number of a product in a column of few distinct ones. */
const numberIn =
  ({ cell, cellStart, cellValues }: Column, numbers: readonly number[]) =>
  (product: number): number =>
    cell[product] < 0 ? Number.NaN : numbers[cellValues[cellStart[cell[product]]]];

/** A column of few distinct numbers: the numbers themselves in their order, and the range. */
function listedNumbers(
  named: Pick<Facet, 'attribute' | 'label' | 'unit'>,
  range: Facet | undefined,
  { products, values, more }: ListedValues,
): Facet {
  if (range !== undefined && (more > 0 || values.length > MOST_LISTED_NUMBERS)) return range;
  const ordered = [...values].sort((a, b) => Number.parseFloat(a.value) - Number.parseFloat(b.value));
  const { min, max } = range ?? {};
  return {
    ...named,
    products,
    values: ordered,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  };
}

function* numberFacet(
  named: Pick<Facet, 'attribute' | 'label' | 'unit'>,
  numbers: Float64Array,
  placeOf: Int32Array | undefined,
): Generator<void, Facet | undefined> {
  const range = yield* rangeOf(numbers, placeOf);
  return range && { ...named, ...range };
}

function numbersOf(
  size: number,
  products: Int32Array | undefined,
  numberOf: (product: number) => number,
): Float64Array {
  const numbers = new Float64Array(products?.length ?? size);
  for (let i = 0; i < numbers.length; i++) numbers[i] = numberOf(products === undefined ? i : products[i]);
  return numbers;
}

/** The name of a column as a page may show it: `base_colour` and `baseColour` as "Base colour". */
export function readableName(name: string): string {
  const words = name
    .replace(
      /([\p{Ll}\d])(\p{Lu}\p{Ll})/gu,
      (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
    )
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
