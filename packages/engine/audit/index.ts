export { titlesOf } from './display/titles.ts';
export { audit } from './grade/audit.ts';
export { repairSheet } from './grade/repair-sheet.ts';
export { withRepeatsMerged } from './repeats/repeated-columns.ts';
export type * from './result.ts';
export { verify } from './verify/verify.ts';
