export { type BreakerState, Metrics } from './metrics.ts';
export { startOperations } from './server.ts';
