import type { Attribute } from '../../catalogue/types.ts';
import type { AuditedAttribute } from '../result.ts';
import { distributionOf } from './distribution.ts';
import type { Titles } from './titles.ts';

/** Affected products that are given with their titles. Set by hand. */
const EXAMPLES = 5;

/** The ids of the products that are shown of audited attributes. */
export const exampleIds = (audited: readonly AuditedAttribute[]): ReadonlySet<string> =>
  new Set(audited.flatMap(({ affectedProducts }) => affectedProducts.slice(0, EXAMPLES)));

/**
 * An audited attribute with what reports show beside its figures: the distribution of its values, and the first affected
 * products with their titles.
 *
 * @param applies per product 1 where the attribute applies
 */
export function shownAttribute(
  audited: AuditedAttribute,
  attribute: Attribute,
  applies: Uint8Array,
  titles: Titles | undefined,
): AuditedAttribute {
  const distribution = distributionOf(attribute, applies);
  const examples = audited.affectedProducts.slice(0, EXAMPLES).map((id) => {
    const title = titles?.of(id);
    return title === undefined ? { id } : { id, title };
  });
  return {
    ...audited,
    ...(distribution === undefined ? {} : { distribution }),
    // Ids alone stand in `affectedProducts` already.
    ...(examples.some(({ title }) => title !== undefined) ? { examples } : {}),
  };
}
