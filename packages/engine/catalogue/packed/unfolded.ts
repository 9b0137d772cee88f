import type { Table } from '../types.ts';
import { withNamedOptions } from './numbered-options.ts';
import { withPacksUnfolded } from './unfolded-packs.ts';

/**
 * The table with one column an attribute: options out of numbered pairs of columns, and facts out of cells that hold
 * several. Each column that is not one of the file's knows where its values are written.
 */
export function unfolded(table: Table): Table {
  return withPacksUnfolded(withNamedOptions(table));
}
