export { Admission } from './admission.ts';
export { type PutAsideReport, type PutAsideVisit, putAsideReport } from './put-aside-report.ts';
export { readAdmission } from './read-admission.ts';
export { REASONS, type Reason } from './reasons.ts';
