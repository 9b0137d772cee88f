export { Admission } from './admission.ts';
export { admissionOfLog } from './admission-of-log.ts';
export { type PutAsideReport, type PutAsideVisit, putAsideReport } from './put-aside-report.ts';
export { REASONS, type Reason } from './reasons.ts';
export { digestOf } from './rulings-digest.ts';
export { SessionLessons } from './session-lessons.ts';
