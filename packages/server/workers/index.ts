export type { GradingAnswer, GradingRequest } from './grading.ts';
export { GradingBusy, GradingExhausted, GradingPool, type GradingPoolOptions } from './grading-pool.ts';
