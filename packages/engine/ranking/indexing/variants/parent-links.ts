import { wordsOf } from '../../../catalogue/columns/header-names.ts';
import type { Attribute, Catalogue } from '../../../catalogue/types.ts';
import type { Families } from './families.ts';

/** Columns whose value variants share: feeds, shop systems and product information systems call them so. */
const GROUP =
  /^(?:(?:item|product|variant|variation|style|model) group(?: (?:id|code|key))?|(?:product )?(?:abstract|master|configurable|base|parent)(?: product)?(?: (?:sku|id|asin|code|handle|key|number))?|(?:product )?handle(?: id)?|style (?:id|code|number))$/;
/** Those of them whose value is the id or the article number of another row. */
const PARENT = /^(?:product )?(?:master|configurable|base|parent)\b/;
/** Columns by which a parent is named. */
const ARTICLE_NUMBER = /^(?:(?:product|item|variant) )?(?:sku|code|asin)$/;
/** Magento names the variants of a product in its own row: `sku=MH01-XS,size=XS|sku=…`. */
const VARIATIONS = /^configurable variations$/;
const VARIATION_SKU = /(?:^|[|,]\s*)sku=([^,|]+)/g;
/** Among more products than this, a column with one value groups none. Set by hand. */
const SMALL_SHOP = 20;

/** What columns say about which products are variants of one. */
export interface ParentLinks {
  /** `[product]`: 1 if a column names its group, its parent or its variants. */
  readonly linked: Uint8Array;
  /** `[product]`: 1 if other products name it as their parent, or it names them as its variants. */
  readonly isParent: Uint8Array;
}

/** Puts products together that a column of groups or parents relates. */
export function joinByColumns({ ids, attributes }: Catalogue, families: Families): ParentLinks {
  const linked = new Uint8Array(ids.length);
  const isParent = new Uint8Array(ids.length);
  const named = attributes.map((attribute) => ({ attribute, words: wordsOf(attribute.name) }));
  let rows: ReadonlyMap<string, number> | undefined;
  const rowNamed = (name: string): number | undefined => {
    rows ??= rowsByName(
      ids,
      named.flatMap(({ attribute, words }) => (ARTICLE_NUMBER.test(words) ? attribute : [])),
    );
    // WooCommerce writes "id:741".
    return rows.get(name) ?? rows.get(name.replace(/^id:/, ''));
  };
  const link = (parent: number, child: number): void => {
    if (parent === child) return;
    families.join(parent, child);
    linked[parent] = 1;
    linked[child] = 1;
    isParent[parent] = 1;
  };
  for (const { attribute, words } of named) {
    if (VARIATIONS.test(words)) {
      forEachProduct(attribute, (product, label) => {
        for (const [, sku] of label.matchAll(VARIATION_SKU)) {
          const child = rowNamed(sku.trim());
          if (child !== undefined) link(product, child);
        }
      });
    } else if (GROUP.test(words) && (attribute.values.length > 1 || ids.length <= SMALL_SHOP)) {
      const firstOf = new Map<string, number>();
      forEachProduct(attribute, (product, label) => {
        const first = firstOf.get(label);
        if (first === undefined) firstOf.set(label, product);
        else families.join(first, product);
        linked[product] = 1;
      });
      if (!PARENT.test(words)) continue;
      for (const [label, child] of firstOf) {
        const parent = rowNamed(label);
        if (parent !== undefined) link(parent, child);
      }
    }
  }
  return { linked, isParent };
}

/** Calls back for each value of each product. */
function forEachProduct(
  { cell, cells, values }: Attribute,
  each: (product: number, label: string) => void,
): void {
  for (let product = 0; product < cell.length; product++) {
    if (cell[product] < 0) continue;
    for (const value of cells[cell[product]]) each(product, values[value].label);
  }
}

/** Products by their ids and their article numbers; an id wins. */
function rowsByName(ids: readonly string[], articleNumbers: readonly Attribute[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const attribute of articleNumbers) {
    forEachProduct(attribute, (product, label) => rows.set(label, rows.get(label) ?? product));
  }
  ids.forEach((id, product) => {
    rows.set(id, product);
  });
  return rows;
}
