import { catalogAudit } from '@decidable/contract';
import type { ServeEndpoint } from './dependencies.ts';
import { serveGrading } from './grading.ts';

/** Decision Audit: grades one export. Stateless; the result is kept only when `organizationId` is sent. */
export const serveEndpoint: ServeEndpoint = ({ grader }) => serveGrading(catalogAudit, grader);
