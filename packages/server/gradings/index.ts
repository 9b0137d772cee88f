export { ExportThreads } from './export-threads.ts';
export type { DetailsIndex, Section } from './jobs/details-reading.ts';
export type { GradingSettings, Progress } from './jobs/jobs.ts';
export { exportNamed, factsOf, keepExport, readExportFile, shownExport } from './kept-exports.ts';
export { KEPT_LIMITS, type KeptLimits } from './kept-limits.ts';
export { detailsId, originOf } from './origin.ts';
export { compareChosen, gradeChosen, type Repaired, repairGraded, type Workplace } from './work.ts';
