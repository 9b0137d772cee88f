import { catalogAudit } from '@decidable/contract';
import { type Grader, serveGrading } from './grading.ts';

/** Decision Audit: grades one export. Stateless; the result is kept only when `organizationId` is sent. */
export const serveCatalogAudit = (grader: Grader) => serveGrading(catalogAudit, grader);
