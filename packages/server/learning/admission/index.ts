export { Admission } from './admission.ts';
export { readAdmission } from './read-admission.ts';
export { REASONS, type Reason } from './reasons.ts';
