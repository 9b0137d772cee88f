import { headerWords, wordsOf } from '../../../catalogue/columns/header-names.ts';
import { isDenied } from '../../../catalogue/columns/type-inference.ts';
import type { Attribute, Catalogue } from '../../../catalogue/types.ts';
import type { Roles } from '../../types.ts';

/** Columns that say whether shoppers may see a product, and the values that say no. */
const HIDING: readonly { readonly column: RegExp; readonly hides: (label: string) => boolean }[] = [
  {
    column: /^(?:(?:catalog|catalogue|product) visibility|visibility(?: in (?:catalog|catalogue))?)$/,
    hides: (label) => /^(?:hidden|none|nowhere|not visible(?: individually)?)$/.test(wordsOf(label)),
  },
  {
    column: /^(?:(?:product|item|publication|publish) )?status$/,
    hides: (label) =>
      /^(?:draft|disabled|archived|inactive|private|trash|unlisted|unpublished)$/.test(wordsOf(label)),
  },
  {
    column:
      /^(?:(?:is )?(?:published|visible|enabled|active)(?: 0 1)?|mostrar en tienda|exibir na loja|afficher dans la boutique)$/,
    // WooCommerce writes -1 for a draft.
    hides: (label) => isDenied(label) || label === '-1',
  },
  // Magento writes 1 for a product that is enabled, and 2 for one that is not.
  { column: /^product online$/, hides: (label) => label === '2' || isDenied(label) },
];

/** Kinds of rows that are sold only as one of their variants. */
const SOLD_AS_VARIANT = /^(?:variable|configurable)(?: product)?$/;
const PRODUCT_KIND = /^(?:product )?type$/;

/** Products that are left out of lists, by the reason. */
export interface Unlisted {
  /** Products that a column hides from shoppers. */
  readonly hidden: number;
  /** Parents that have no price or no title, and variants that do. */
  readonly parents: number;
}

/** The products that a list of the catalogue may show. */
export interface Listing extends Unlisted {
  /** Ascending; `undefined` for all. */
  readonly listed: Int32Array | undefined;
}

/**
 * Tells the products that are sold by themselves from others. What a column hides is no product for shoppers, unless it
 * hides all: then the file is of a shop that has not opened yet.
 *
 * @param family `[product]`: see `variants.ts`
 * @param isParent `[product]`: 1 for products that others name as their parent
 */
export function listingOf(
  catalogue: Catalogue,
  roles: Roles,
  family: Int32Array | undefined,
  isParent: Uint8Array,
  logPrice: Float64Array,
): Listing {
  const size = catalogue.ids.length;
  const left = new Uint8Array(size).fill(1);
  for (const attribute of catalogue.attributes) {
    if (attribute.name === roles.availability) continue;
    const words = headerWords(attribute.name);
    const rule = HIDING.find(({ column }) => column.test(words));
    if (rule === undefined) continue;
    const hides = cellsThat(attribute, rule.hides);
    if (!attribute.cell.some((cell) => cell < 0 || !hides[cell])) continue;
    for (let product = 0; product < size; product++) {
      if (hides[attribute.cell[product]]) left[product] = 0;
    }
  }
  let hidden = size - countOf(left);
  // Two columns may hide one half each.
  if (hidden === size) {
    left.fill(1);
    hidden = 0;
  }
  const parents =
    family === undefined ? 0 : leaveOutParents(catalogue, roles, family, isParent, logPrice, left);
  if (hidden + parents === 0) return { listed: undefined, hidden, parents };
  return { listed: rowsOf(left), hidden, parents };
}

/** Leaves out parents without a price or a title that have a listed variant with both. */
function leaveOutParents(
  { attributes }: Catalogue,
  roles: Roles,
  family: Int32Array,
  isParent: Uint8Array,
  logPrice: Float64Array,
  left: Uint8Array,
): number {
  const title = attributes.find(({ name }) => name === roles.title);
  const kind = attributes.find(({ name }) => PRODUCT_KIND.test(wordsOf(name)));
  const soldAsVariant = kind && cellsThat(kind, (label) => SOLD_AS_VARIANT.test(wordsOf(label)));
  const isTitled = (product: number): boolean => title !== undefined && title.cell[product] >= 0;
  const isSold = (product: number): boolean => !Number.isNaN(logPrice[product]) && isTitled(product);
  const isOne = (product: number): boolean =>
    isParent[product] === 1 || soldAsVariant?.[kind!.cell[product]] === true;
  const families = new Set<number>();
  for (let product = 0; product < left.length; product++) {
    if (left[product] === 1 && isSold(product) && !isOne(product)) families.add(family[product]);
  }
  let parents = 0;
  for (let product = 0; product < left.length; product++) {
    if (left[product] === 0 || isSold(product) || !isOne(product)) continue;
    if (family[product] < 0 || !families.has(family[product])) continue;
    left[product] = 0;
    parents++;
  }
  return parents;
}

/** `[cell]`: whether one of its values is such a one. */
const cellsThat = ({ cells, values }: Attribute, is: (label: string) => boolean): readonly boolean[] =>
  cells.map((cell) => cell.some((value) => is(values[value].label)));

const countOf = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

const rowsOf = (flags: Uint8Array): Int32Array => {
  const rows = new Int32Array(countOf(flags));
  let next = 0;
  for (let product = 0; product < flags.length; product++) if (flags[product] === 1) rows[next++] = product;
  return rows;
};
