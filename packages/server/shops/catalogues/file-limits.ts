import { limits } from '@decidable/contract/limits';
import type { TableLimits } from '@decidable/engine/catalogue';
import { EXPORT_LIMITS, type ExportLimits } from '@decidable/exports';

/** How large an export may be that is uploaded, or kept as the catalogue. */
export const EXPORT_SIZES: ExportLimits = {
  ...EXPORT_LIMITS,
  bytes: limits.exportBytes,
  unpackedBytes: limits.exportUnpackedBytes,
  columns: limits.csvColumns,
  rows: limits.exportRows,
  cells: limits.exportCells,
  cellLength: limits.cellLength,
};

/** How large a CSV may be that a request holds as a text; its bytes bound its rows. */
export const CSV_SIZES: Partial<TableLimits> = {
  columns: limits.csvColumns,
  cells: limits.csvCells,
  cellLength: limits.cellLength,
};
