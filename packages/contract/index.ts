/** The version segment of the interface; every endpoint lives below it. */
export const basePath = '/api/v1';

export { type Deprecation, deprecationWords, type EndpointContract } from './endpoint.ts';
export * from './endpoints.ts';
export { type ErrorCode, type ErrorDetails, ErrorEnvelope, errors } from './errors.ts';
export { limits } from './limits.ts';
export { operationOf } from './metering.ts';
export { Facet, type Filter, type FilterRange, type FilterTest, type FilterValue } from './request-fields.ts';
export { sdkCalls } from './sdk-calls.ts';
export {
  type AttributeValue,
  Context,
  Explanation,
  Factor,
  type LeftOut,
  Persona,
  type Source,
  Warning,
} from './shapes.ts';
export { type SignalForm, type SignalTypeName, signalTypes } from './signal-types.ts';
export { Signal, Tracked } from './signals.ts';
