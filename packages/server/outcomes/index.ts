export { type OutcomesReport, outcomesReport, type Tally } from './outcomes-report.ts';
