import { catalogVerify } from '@decidable/contract';
import { type Grader, serveGrading } from './grading.ts';

/**
 * Decision Verification (with `repairs`) and Decision Monitor (without): compares two exports. The result is kept
 * when `organizationId` is sent; otherwise the answer says that nothing was stored.
 */
export const serveCatalogVerify = (grader: Grader) => serveGrading(catalogVerify, grader);
