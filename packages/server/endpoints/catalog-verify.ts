import { catalogVerify } from '@decidable/contract';
import { serveGrading } from './grading.ts';
import type { ServeEndpoint } from './needs.ts';

/**
 * Decision Verification (with `repairs`) and Decision Monitor (without): compares two exports. The result is kept
 * when `organizationId` is sent; otherwise the answer says that nothing was stored.
 */
export const serveEndpoint: ServeEndpoint = ({ grader }) => serveGrading(catalogVerify, grader);
