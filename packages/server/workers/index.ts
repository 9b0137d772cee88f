export { BodyReaders } from './body-readers.ts';
export type { GradingAnswer, GradingRequest } from './grading.ts';
export { GradingBusy, GradingExhausted, GradingPool } from './grading-pool.ts';
