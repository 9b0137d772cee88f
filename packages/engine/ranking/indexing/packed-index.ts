import type { CatalogueIndex } from './catalogue-index.ts';
import { type PackedColumnGroups, packColumnGroups, unpackColumnGroups } from './column-groups.ts';
import { invertedIndexOf } from './inverted-index.ts';
import { type PackedStrings, stringsOf } from './packed-strings.ts';
import type { TermTable } from './term-table.ts';

/**
 * An index as plain data, without functions and derived fields: it can be cloned, and its buffers transferred, between
 * threads.
 */
export type PackedIndex = Pick<
  CatalogueIndex,
  | 'roles'
  | 'columns'
  | 'logPrice'
  | 'reduced'
  | 'scale'
  | 'priceStep'
  | 'priceRank'
  | 'available'
  | 'family'
  | 'listed'
> & { readonly ids: PackedStrings; readonly terms: TermTable; readonly columnGroups: PackedColumnGroups };

/**
 * Packs the index of a catalogue.
 *
 * @throws TypeError for the index of a candidate list, which is used in the thread that builds it
 */
export function packIndex(index: CatalogueIndex): PackedIndex {
  const { packedIds: ids, roles, columns, logPrice, scale, priceStep, priceRank, available } = index;
  const { family, listed, reduced } = index;
  const { table } = index.terms;
  if (ids === undefined || table === undefined)
    throw new TypeError('Only the index of a catalogue can be packed.');
  return {
    ids,
    roles,
    columns,
    logPrice,
    reduced,
    scale,
    priceStep,
    priceRank,
    available,
    family,
    listed,
    terms: table,
    columnGroups: packColumnGroups(index),
  };
}

/** Restores an index from {@link packIndex}. */
export function unpackIndex({ ids: packedIds, terms, columnGroups, ...packed }: PackedIndex): CatalogueIndex {
  const { roles, columns } = packed;
  const ids = stringsOf(packedIds);
  const columnNumbers = new Map(columns.map((column, k) => [column.name, k]));
  const column = (name: string | null | undefined) => columns[columnNumbers.get(name ?? '') ?? -1];
  const index: CatalogueIndex = {
    ...packed,
    ids,
    packedIds,
    size: ids.length,
    columnNumbers,
    category: column(roles.category),
    brand: column(roles.brand),
    terms: invertedIndexOf(terms),
    productAtRow: (row) => (row >= 0 && row < ids.length ? row : -1),
  };
  unpackColumnGroups(index, columnGroups);
  return index;
}
