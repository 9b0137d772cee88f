import type { FileRows, Table } from '../types.ts';
import { withTranslationsMarked } from './locale-columns.ts';
import { withNamedOptions } from './numbered-options.ts';
import { withPacksUnfolded } from './unfolded-packs.ts';
import { withUnits } from './unit-columns.ts';
import { withVariations } from './variations.ts';

/**
 * The table with one column an attribute: options out of numbered pairs of columns, and facts out of cells that hold
 * several. Each column that is not one of the file's knows where its values are written.
 *
 * @param rows gives the rows of the file from which the table was read
 */
export function unfolded(table: Table, rows: () => FileRows): Table {
  return withTranslationsMarked(withUnits(withVariations(withPacksUnfolded(withNamedOptions(table, rows)))));
}
