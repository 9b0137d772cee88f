export { titlesOf } from './display/titles.ts';
export { audit } from './grade/audit.ts';
export type { Doubt } from './repair/answer-check.ts';
export {
  type ApplyOptions,
  applySheet,
  type FillingOptions,
  fillIn,
  type SheetOutcome,
  type SkippedAnswer,
  type SkippedReason,
} from './repair/apply.ts';
export { productTexts } from './repair/product-texts.ts';
export {
  productLabels,
  productsWith,
  type RepairSheet,
  repairSheet,
  type SheetOptions,
  type SheetQuestion,
  type SheetRow,
} from './repair/sheet.ts';
export { SHEET_COLUMNS, sheetAsCsv, sheetCells } from './repair/sheet-csv.ts';
export {
  type Answer,
  type FilledSheet,
  filledBy,
  readSheet,
  readSheetRows,
  type SheetCell,
  type SheetReadingOptions,
} from './repair/sheet-reader.ts';
export { withRepeatsMerged } from './repeats/repeated-columns.ts';
export type * from './result.ts';
export { verify } from './verify/verify.ts';
