export { BodyReaders } from './body-readers.ts';
export type { GradingAnswer, GradingRequest } from './grading-messages.ts';
export { GradingBusy, GradingExhausted, GradingPool } from './grading-pool.ts';
