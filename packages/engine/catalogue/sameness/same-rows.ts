import { figure } from '../figures.ts';
import { contentOf } from '../rows/ids/row-numbers.ts';
import type { Table } from '../types.ts';

/**
 * The second of two exports whose rows are numbered, with the ids of the first: a row that stands where it stood, with the
 * same content, is the same; of the others those with the same content, in their order. A warning says where several rows
 * have one content, so that which is which cannot be told.
 */
export function withSameRows(before: Table, after: Table): Table {
  const { numberedBy = [] } = before;
  if (numberedBy.join() !== after.numberedBy?.join()) return after;
  const kept = new Set(after.ids);
  const known = new Set(before.ids);
  const open = Map.groupBy(
    before.ids.filter((id) => !kept.has(id)),
    contentOf,
  );
  let [moved, unsure] = [0, 0];
  const ids = after.ids.map((id) => {
    if (known.has(id)) return id;
    const same = open.get(contentOf(id)) ?? [];
    if (same.length > 1) unsure++;
    const earlier = same.shift();
    if (earlier !== undefined) moved++;
    return earlier ?? id;
  });
  if (moved === 0) return after;
  const by = numberedBy.map((name) => `"${name}"`).join(', ');
  const doubt =
    unsure === 0
      ? ''
      : ` ${figure(unsure)} of them say the same there as others, so that which is which cannot be told.`;
  const message = `${figure(moved)} rows stand elsewhere than before: they were known again by ${by}.${doubt} A column with the ids of the products is surer.`;
  return { ...after, ids, warnings: [...after.warnings, { code: 'rows_moved', message }] };
}
