import type { Table } from '../types.ts';
import { withSameRows } from './same-rows.ts';

/** Share of the products of the smaller export from which on the ids as written are the same ids. Set by hand. */
const SAME_AS_WRITTEN = 0.9;

/**
 * The second export with the ids of the first where only their form differs: letter case, spaces, an apostrophe in
 * front, zeros in front of a number, a fraction of zeros behind it. Ids of which two would have one form stay as they
 * are in both.
 */
export function withSameIds(before: Table, after: Table): Table {
  if (before.numberedBy !== undefined) return withSameRows(before, after);
  const written = new Set(before.ids);
  const same = after.ids.reduce((count, id) => count + Number(written.has(id)), 0);
  if (same >= SAME_AS_WRITTEN * Math.min(before.ids.length, after.ids.length)) return after;
  const byForm = uniqueByForm(before.ids);
  const own = byForm === undefined ? undefined : uniqueByForm(after.ids);
  if (byForm === undefined || own === undefined) return after;
  const ids = after.ids.map((id) => byForm.get(formOf(id)) ?? id);
  const alike = ids.reduce((count, id) => count + Number(written.has(id)), 0);
  if (alike <= same) return after;
  const changed = ids.findIndex((id, product) => id !== after.ids[product]);
  const message = `Ids are written in another form (${ids[changed]} before, ${after.ids[changed]} after): they are read as the same.`;
  return { ...after, ids, warnings: [...after.warnings, { code: 'ids_reformatted', message }] };
}

/** Each id by its form; undefined where two ids have one form. */
function uniqueByForm(ids: readonly string[]): Map<string, string> | undefined {
  const byForm = new Map(ids.map((id) => [formOf(id), id]));
  return byForm.size === ids.length ? byForm : undefined;
}

function formOf(id: string): string {
  const plain = id.normalize('NFKC').trim().replace(/^'/, '').toLowerCase().replace(/\s+/g, ' ');
  return plain.replace(/^(\d+)[.,]0+$/, '$1').replace(/^0+(?=\d+$)/, '');
}
