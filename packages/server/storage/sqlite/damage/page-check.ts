import type { DatabaseSync } from 'node:sqlite';

/**
 * Checks every page of every table and its indexes for its structure (`quick`), or also that each index has the rows of
 * its table (`full`). A table at a time, each in a read transaction of its own, so that checkpoints wait for no longer.
 * A changed byte inside a value breaks no structure: only a `full` check finds it, and only where an index holds the
 * value as well.
 *
 * @returns iterates over the tables, with what is wrong with each; an error of SQLite is thrown as it is
 */
export function* checkPages(
  database: DatabaseSync,
  depth: 'quick' | 'full',
): Generator<{ readonly table: string; readonly problems: readonly string[] }> {
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage`)
    .all();
  const pragma = depth === 'quick' ? 'quick_check' : 'integrity_check';
  for (const { name } of tables) {
    const table = String(name);
    const answers = database.prepare(`PRAGMA ${pragma}("${table}")`, { returnArrays: true }).all();
    const said = answers.map((answer) => String((answer as unknown as readonly unknown[])[0]));
    yield { table, problems: said.filter((line) => line !== 'ok') };
  }
}

/** The first problem of a database, in a few words; undefined where there is none. */
export function firstProblem(database: DatabaseSync, depth: 'quick' | 'full'): string | undefined {
  for (const { table, problems } of checkPages(database, depth)) {
    if (problems.length > 0) return problemIn(table, problems);
  }
  return undefined;
}

export const problemIn = (table: string, problems: readonly string[]): string =>
  `table ${table}: ${problems[0]?.replaceAll('\n', ' ')}`;
