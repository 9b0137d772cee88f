export { detailsId, originOf } from './grading-origin.ts';
export type { DetailsIndex, Section } from './jobs/details-reading.ts';
export type { GradingSettings, Progress } from './jobs/jobs.ts';
export { exportNamed, factsOf, keepExport, readExportFile, shownExport } from './kept-exports.ts';
export {
  compareChosen,
  type GradingContext,
  gradeChosen,
  gradingNamed,
  type Repaired,
  repairGraded,
} from './kept-gradings.ts';
export { KEPT_LIMITS, type KeptLimits } from './kept-limits.ts';
export { ExportProcesses } from './processes/export-processes.ts';
