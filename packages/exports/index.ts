export { arrivingExport } from './arriving.ts';
export type { ExportForm, Packing } from './forms/form.ts';
export { EXPORT_LIMITS, type ExportLimits } from './limits.ts';
export { type ReadExport, readExport } from './read-export.ts';
export { type FileRows, united } from './unite.ts';
export { csvWithIdFirst } from './writing/csv.ts';
export { isWorkbook, sheetRows, sheetWorkbook } from './writing/sheet-workbook.ts';
export { type WritingOptions, writeBack } from './writing/write-back.ts';
