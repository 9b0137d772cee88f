export { BodyReaders, type BodyReadersOptions } from './body-readers.ts';
export type { GradingAnswer, GradingRequest } from './grading.ts';
export { GradingBusy, GradingExhausted, GradingPool, type GradingPoolOptions } from './grading-pool.ts';
