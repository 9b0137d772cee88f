export { auditPage } from './audit-page.ts';
export { verifyPage } from './verify-page.ts';
