import { catalogVerify } from '@decidable/contract';
import type { ServeEndpoint } from './dependencies.ts';
import { serveGrading } from './grading.ts';

/**
 * Decision Verification (with `repairs`) and Decision Monitor (without): compares two exports. The result is kept
 * when `organizationId` is sent; otherwise the answer says that nothing was stored.
 */
export const serveEndpoint: ServeEndpoint = ({ grader }) => serveGrading(catalogVerify, grader);
