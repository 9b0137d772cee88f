export { type BreakerState, Metrics } from './metrics.ts';
export { type Operations, type OperationsOptions, startOperations } from './server.ts';
