export { audit } from './audit.ts';
export { repairSheet } from './repair-sheet.ts';
export type * from './result.ts';
export { verify } from './verify.ts';
