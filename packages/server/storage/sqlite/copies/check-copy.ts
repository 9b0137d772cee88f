import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requireKnownSchema } from '../connection/schema.ts';
import type { StoreMark } from '../damage/marker-file.ts';
import { checkPages, problemIn } from '../damage/page-check.ts';
import { markOf } from '../damage/start-check.ts';

/**
 * Checks a copied database fully, and makes it one file that needs no log.
 *
 * @param path of a copy that nobody else has open
 * @returns its mark, undefined in one of a schema without marks; or its first problem
 * @throws UnusableStore when it is of a later release; the error of SQLite where it cannot be read
 */
export async function checkCopy(
  path: string,
  onTable: (table: string) => void,
): Promise<{ readonly mark?: StoreMark | undefined; readonly problem?: string }> {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    requireKnownSchema(database);
    for (const { table, problems } of checkPages(database, 'full')) {
      if (problems.length > 0) return { problem: problemIn(table, problems) };
      onTable(table);
      await nextTurn();
    }
    return { mark: markOf(database) };
  } finally {
    database.close();
  }
}
