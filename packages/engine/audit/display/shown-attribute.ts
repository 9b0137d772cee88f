import type { Attribute } from '../../catalogue/types.ts';
import type { AuditedAttribute } from '../result.ts';
import { distributionOf } from './distribution.ts';
import type { Titles } from './titles.ts';

/** Affected products that are given with their titles. Set by hand. */
const EXAMPLES = 5;

/** The shop in canonical order. */
interface Shop {
  readonly ids: readonly string[];
  /** The products as indices into the catalogue. */
  readonly order: Int32Array;
}

/**
 * An audited attribute with what reports show beside its figures: the distribution of its values, and the first affected
 * products with their titles.
 *
 * @param applies per product 1 where the attribute applies
 * @param usefulFirst all products, in the order in which affected ones are given
 */
export function shownAttribute(
  audited: AuditedAttribute,
  attribute: Attribute,
  applies: Uint8Array,
  titles: Titles | undefined,
  { ids, order }: Shop,
  usefulFirst: Int32Array,
): AuditedAttribute {
  const distribution = distributionOf(attribute, applies);
  const examples: NonNullable<AuditedAttribute['examples']>[number][] = [];
  for (let at = 0; titles !== undefined && at < usefulFirst.length && examples.length < EXAMPLES; at++) {
    const product = usefulFirst[at];
    if (attribute.cell[product] >= 0 || applies[product] === 0) continue;
    const title = titles.ofProduct(order[product]);
    examples.push({ id: ids[product], ...(title === undefined ? {} : { title }) });
  }
  return {
    ...audited,
    ...(distribution === undefined ? {} : { distribution }),
    // Ids alone stand in `affectedProducts` already.
    ...(examples.some(({ title }) => title !== undefined) ? { examples } : {}),
  };
}
