import type { CatalogueIndex } from './catalogue-index.ts';
import { type PackedColumnGroups, packColumnGroups, unpackColumnGroups } from './column-groups.ts';
import { invertedIndexOf } from './inverted-index.ts';
import { type PackedStrings, stringsOf } from './packed-strings.ts';
import type { TermTable } from './term-table.ts';

/**
 * An index as plain data, without functions and derived fields: it can be cloned, and its buffers transferred, between
 * threads.
 */
export type PackedIndex = Omit<
  CatalogueIndex,
  | 'ids'
  | 'packedIds'
  | 'terms'
  | 'size'
  | 'columnNumbers'
  | 'category'
  | 'brand'
  | 'catalogueRow'
  | 'productAtRow'
> & { readonly ids: PackedStrings; readonly terms: TermTable; readonly columnGroups: PackedColumnGroups };

/**
 * Packs the index of a catalogue.
 *
 * @throws TypeError for the index of a candidate list, which is used in the thread that builds it
 */
export function packIndex(index: CatalogueIndex): PackedIndex {
  const { packedIds: ids, roles, columns, logPrice, scale, priceStep, priceRank } = index;
  const { available, family, listed, reduced, terms } = index;
  if (ids === undefined || terms.table === undefined)
    throw new TypeError('Only the index of a catalogue can be packed.');
  const columnGroups = packColumnGroups(index);
  const prices = { logPrice, scale, priceStep, priceRank, reduced };
  return { ids, roles, columns, ...prices, available, family, listed, terms: terms.table, columnGroups };
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
