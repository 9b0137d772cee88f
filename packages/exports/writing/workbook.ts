import type { CellEdit } from '@decidable/engine/catalogue';
import type { ReadExport } from '../read-export.ts';

/** The share of a column's cells that must be numbers, so that a number is written as one. Set by hand. */
const MOSTLY = 0.5;

/** Writes cells of a workbook. Its other sheets, its formats and what else it holds stay as the library keeps them. */
export async function editWorkbook(
  bytes: Uint8Array,
  { rows, sheet }: ReadExport,
  edits: readonly CellEdit[],
): Promise<Uint8Array> {
  if (edits.length === 0) return bytes;
  const { openXlsx, saveXlsx } = await import('hucre/xlsx');
  const workbook = await openXlsx(bytes, { readStyles: true });
  const target = workbook.sheets.find(({ name }) => name === sheet)!;
  const isNumeric = new Map<number, boolean>();
  for (const { row, column, text } of edits) {
    let numeric = isNumeric.get(column);
    if (numeric === undefined) {
      const filled = target.rows
        .slice(1)
        .map((own) => own[column])
        .filter((cell) => cell !== null && cell !== undefined && cell !== '');
      numeric = filled.filter((cell) => typeof cell === 'number').length > MOSTLY * filled.length;
      isNumeric.set(column, numeric);
    }
    // Lines are counted from 1, as in the spreadsheet.
    const cells = target.rows[rows.placeOf(row).line! - 1];
    while (cells.length <= column) cells.push(null);
    cells[column] = numeric && /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
  }
  return saveXlsx(workbook);
}
