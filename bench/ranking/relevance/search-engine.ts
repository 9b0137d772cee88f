import type { JudgedSet } from './judged-set.ts';

/** Answers a search with product ids, best first, at most `limit`. */
export type Search = (query: string, limit: number) => readonly string[] | Promise<readonly string[]>;

/** Something that can be searched. */
export interface SearchEngine {
  readonly name: string;
  /** Indexes the products of a set. */
  open(set: JudgedSet): Search | Promise<Search>;
}

/**
 * The texts of the products by column, without ids and columns of links or numbers alone: all engines search the same.
 */
export function searchableColumns({ rows, idColumn }: JudgedSet): readonly string[] {
  return Object.keys(rows[0]).filter(
    (column) =>
      column !== idColumn &&
      rows.some((row) => /\p{L}{2}/u.test(row[column]) && !/^https?:/.test(row[column])),
  );
}

/** The column of the title: the one called so, else the first. */
export const titleColumn = (columns: readonly string[]): string =>
  columns.find((column) => /^(?:product[ _])?(?:title|name)$/i.test(column)) ?? columns[0];
