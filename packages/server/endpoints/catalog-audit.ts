import { catalogAudit } from '@decidable/contract';
import { serveGrading } from './grading.ts';
import type { ServeEndpoint } from './needs.ts';

/** Decision Audit: grades one export. Stateless; the result is kept only when `organizationId` is sent. */
export const serveEndpoint: ServeEndpoint = ({ grader }) => serveGrading(catalogAudit, grader);
