import { assemble, type CatalogueIndex } from './catalogue-index.ts';
import { type TermTable, termsOf } from './term-index.ts';

/**
 * The parts of an index that nothing else follows from, as plain data: it can be cloned, and its buffers moved, from
 * one thread to another.
 */
export type PackedIndex = Pick<CatalogueIndex, 'ids' | 'roles' | 'columns' | 'logPrice' | 'available'> & {
  readonly terms: TermTable;
};

/** @throws TypeError for an index of a list, which is made where it is used. */
export function packIndex({ ids, roles, columns, logPrice, available, terms }: CatalogueIndex): PackedIndex {
  if (terms.table === undefined) throw new TypeError('Only the index of a catalogue can be packed.');
  return { ids, roles, columns, logPrice, available, terms: terms.table };
}

/** The index that was packed. */
export function unpackIndex({ terms, columns, roles, ...parts }: PackedIndex): CatalogueIndex {
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | undefined) =>
    name === undefined ? undefined : columns[columnNumbers.get(name) ?? -1];
  return assemble({
    ...parts,
    roles,
    columns,
    columnNumbers,
    category: column(roles.category),
    brand: column(roles.brand),
    terms: termsOf(terms),
  });
}
