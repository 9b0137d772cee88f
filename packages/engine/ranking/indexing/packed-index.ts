import type { CatalogueIndex } from './catalogue-index.ts';
import { type PackedJoints, packJoints, unpackJoints } from './column-groups.ts';
import { invertedIndexOf, type TermTable } from './inverted-index.ts';
import { type PackedStrings, stringsOf } from './packed-strings.ts';

/**
 * An index as plain data, without the functions and what names the same thing twice: it can be cloned, and its
 * buffers moved, from one thread to another.
 */
export type PackedIndex = Pick<
  CatalogueIndex,
  'roles' | 'columns' | 'logPrice' | 'scale' | 'priceStep' | 'priceRank' | 'available'
> & { readonly ids: PackedStrings; readonly terms: TermTable; readonly joints: PackedJoints };

/** @throws TypeError for an index of a list, which is made where it is used. */
export function packIndex(index: CatalogueIndex): PackedIndex {
  const { packedIds: ids, roles, columns, logPrice, scale, priceStep, priceRank, available } = index;
  const { table } = index.terms;
  if (ids === undefined || table === undefined)
    throw new TypeError('Only the index of a catalogue can be packed.');
  return {
    ids,
    roles,
    columns,
    logPrice,
    scale,
    priceStep,
    priceRank,
    available,
    terms: table,
    joints: packJoints(index),
  };
}

/** The index that was packed. */
export function unpackIndex({ ids: packedIds, terms, joints, ...packed }: PackedIndex): CatalogueIndex {
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
    productAtRow: (place) => (place >= 0 && place < ids.length ? place : -1),
  };
  unpackJoints(index, joints);
  return index;
}
