import { ascendingLookup } from '../../primitives/binary-search.ts';
import type { Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import { productsWith } from '../indexing/column.ts';
import { valuesNamed } from '../indexing/value-lookup.ts';
import { type Filters, type ReadFilters, readFilters } from './filters.ts';
import { wantedTest } from './unwanted-values.ts';

/** What a request leaves of a catalogue before anything is ranked. */
export interface Narrowing {
  /** Name or handle of a category; only its products are candidates. */
  readonly category?: string | undefined;
  /** What candidates must be. */
  readonly filters?: Filters | undefined;
  /** `exclude` leaves out the products that the session has viewed, or met in another way. */
  readonly seen?: 'keep' | 'exclude' | undefined;
  /** The products that a search finds, ascending; only these are left. */
  readonly found?: Int32Array | undefined;
  /** The session whose products are left out, and what it filtered out. */
  readonly profile?: Profile | undefined;
}

/** The products that a request leaves, and those that a single filter keeps out. */
export interface NarrowedProducts extends ReadFilters {
  /** The products that meet everything, ascending; `undefined` where nothing is left out. */
  readonly products: Int32Array | undefined;
  /** The products of the category that match and are not left out as seen, ascending; `undefined` for all. */
  readonly scope: Int32Array | undefined;
  /** Per product of the scope how many constraints it fails, and the last of them. */
  readonly fails: Uint8Array;
  readonly failing: Uint8Array;
}

const NOTHING_FAILS = new Uint8Array(0);

/**
 * Narrows a catalogue down, in steps.
 *
 * @throws FilterError
 */
export function* narrowedProducts(
  index: CatalogueIndex,
  { category: name, filters, seen, found, profile }: Narrowing,
): Generator<void, NarrowedProducts> {
  const { family, listed } = index;
  let scope = listed;
  if (name !== undefined) {
    const { category } = index;
    const named = Int32Array.from(
      category === undefined ? [] : productsWith(category, valuesNamed(category, name)),
    );
    scope = listed === undefined ? named : inBoth(named, listed);
    yield;
  }
  if (seen === 'exclude' && profile !== undefined && profile.products.length > 0) {
    const left = new Set(profile.products.map(({ id }) => index.ids.find(id)));
    // Who has seen one variant has seen the product.
    const families = new Set([...left].map((product) => family?.[product ?? -1] ?? -1));
    families.delete(-1);
    scope = (scope ?? everyProduct(index)).filter(
      (product) => !left.has(product) && (family === undefined || !families.has(family[product])),
    );
    yield;
  }
  if (found !== undefined) {
    scope = scope === undefined ? found : inBoth(scope, found);
    yield;
  }
  const isWanted = profile && (yield* wantedTest(index, profile, filters));
  if (isWanted !== undefined) {
    scope = (scope ?? everyProduct(index)).filter(isWanted);
    yield;
  }
  const read = yield* readFilters(index, filters ?? {});
  const { constraints } = read;
  if (constraints.length === 0) {
    return { ...read, products: scope, scope, fails: NOTHING_FAILS, failing: NOTHING_FAILS };
  }
  const tested = scope ?? everyProduct(index);
  const fails = new Uint8Array(tested.length);
  const failing = new Uint8Array(tested.length);
  for (let k = 0; k < constraints.length; k++) {
    const { meets } = constraints[k];
    for (let i = 0; i < tested.length; i++) {
      if (meets(tested[i])) continue;
      fails[i]++;
      failing[i] = k;
    }
    yield;
  }
  return { ...read, products: tested.filter((_, i) => fails[i] === 0), scope: tested, fails, failing };
}

/** The products of two ascending lists that are in both. */
export function inBoth(a: Int32Array, b: Int32Array): Int32Array {
  const isInOther = ascendingLookup(b);
  return a.filter((product) => isInOther(product));
}

function everyProduct({ size }: CatalogueIndex): Int32Array {
  const products = new Int32Array(size);
  for (let product = 0; product < size; product++) products[product] = product;
  return products;
}

/**
 * The products that meet everything but the constraint on one attribute, ascending: a sidebar counts the values of an
 * attribute among them, so that a second value can be chosen beside the first. `undefined` for all products.
 */
export function productsWithoutFilter(
  { constraints, products, scope, fails, failing }: NarrowedProducts,
  attribute: NarrowedProducts['constraints'][number]['attribute'],
): Int32Array | undefined {
  const own = constraints.findIndex((constraint) => constraint.attribute === attribute);
  if (own < 0 || scope === undefined) return products;
  return scope.filter((_, i) => fails[i] === 0 || (fails[i] === 1 && failing[i] === own));
}
