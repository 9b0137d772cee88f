import { interpretAlike } from '../columns/interpreter.ts';
import type { KindChoices } from '../kinds/kind-choices.ts';
import type { Catalogue, Table } from '../types.ts';
import { withSameColumns } from './same-columns.ts';
import { withSameDecimals } from './same-decimals.ts';
import { withSameIds } from './same-ids.ts';

/**
 * Interprets two exports of one shop with one decision about every column: same kind, same unit, same `values` and
 * `cells`, so that equal indices are equal values on both sides. What the second export only writes in another form is
 * read as in the first: ids, names of columns, decimal signs. Warnings of the second name each change of ids, and each
 * column that was recognised by its cells. A column that only one export has is interpreted by itself.
 */
export function interpretTogether(
  before: Table,
  after: Table,
  kinds: KindChoices = {},
): [Catalogue, Catalogue] {
  const alike = withSameDecimals(before, withSameColumns(before, withSameIds(before, after)));
  const [first, second] = interpretAlike([before, alike], kinds);
  return [first, second];
}
