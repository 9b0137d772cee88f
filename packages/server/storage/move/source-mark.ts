import { createHash } from 'node:crypto';
import type { OrganizationId } from '../ports.ts';
import type { MovedTable } from './moved-tables.ts';
import { rowDigest } from './row-digest.ts';
import type { SourceStore } from './source-store.ts';
import type { TargetTable } from './table-comparison.ts';

/**
 * What identifies the rows of an organization in an embedded store: a SHA-256 over the digests of all of them, as they are
 * moved but with the ids of people in the folder. A move keeps it, so that another move of the same store, or of a copy of
 * it, tells whether there is more to move than was moved. The number of `store_marks` would not do: it tells apart neither
 * writes of the same second nor those of commands.
 *
 * @returns 64 hexadecimal digits
 */
export function sourceMark(
  source: SourceStore,
  tables: readonly MovedTable[],
  targets: ReadonlyMap<string, TargetTable>,
  organizationId: OrganizationId,
): string {
  const hash = createHash('sha256');
  for (const table of tables) {
    hash.update(`${table.name}\n`);
    const { columns } = targets.get(table.name)!;
    for (const row of source.rows(table, columns, organizationId)) hash.update(rowDigest(row));
  }
  return hash.digest('hex');
}
