import { isAvailable, saysAvailability } from '../../catalogue/availability.ts';
import { headerWords } from '../../catalogue/columns/header-names.ts';
import type { Attribute } from '../../catalogue/types.ts';
import { reordered } from '../canonical-order.ts';

/** Columns that say whether a product is shown in the shop, with whatever stands behind: "Active (0/1)". */
const SHOWN =
  /^(?:published|visible|active|enabled|online|product online|(?:product |publication )?status)(?: 0 1)?$/;

/** Products with their cells, in some order. */
interface Products {
  readonly ids: readonly string[];
  readonly order: Int32Array;
  readonly attributes: readonly Attribute[];
}

/**
 * The products that the shop offers, sold out or not: of drafts and of what is hidden no marketplace hears. All of them
 * where the export says that of none, or of all.
 */
export function offered<Own extends Products>(products: Own): Own {
  const columns = products.attributes.filter(({ name }) => SHOWN.test(headerWords(name)));
  if (columns.length === 0) return products;
  const hidden = new Uint8Array(products.ids.length);
  for (const { cell, cells, values } of columns) {
    const isHidden = values.map(({ label }) => !isAvailable([label]) && !saysAvailability(label));
    const hides = cells.map((of) => of.every((value) => isHidden[value]));
    for (let product = 0; product < cell.length; product++) if (hides[cell[product]]) hidden[product] = 1;
  }
  const kept = Int32Array.from([...hidden.keys()].filter((product) => hidden[product] === 0));
  if (kept.length === 0 || kept.length === hidden.length) return products;
  return {
    ...products,
    ids: Array.from(kept, (product) => products.ids[product]),
    order: reordered(products.order, kept),
    attributes: products.attributes.map((attribute) => ({
      ...attribute,
      cell: reordered(attribute.cell, kept),
    })),
  };
}
