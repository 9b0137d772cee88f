export { type ApplyJob, type ApplyOutcome, applySheetTo, filledSheet } from './apply-sheet.ts';
export { type ComparisonJob, compareExports } from './compare-exports.ts';
export { ExportFault } from './export-fault.ts';
export type { GivenExport, GivenFile, Reading } from './given-export.ts';
export { type GradingJob, gradeExport } from './grade-export.ts';
export { importableCsv } from './importable-csv.ts';
export { type Stage, unwatched, type Watcher } from './stage.ts';
