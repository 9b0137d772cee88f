/** The version segment of the interface; every endpoint lives below it. */
export const basePath = '/api/v1';

export type { EndpointContract } from './endpoint.ts';
export * from './endpoints/catalog-audit.ts';
export * from './endpoints/catalog-ranked.ts';
export * from './endpoints/catalog-verify.ts';
export * from './endpoints/event.ts';
export * from './endpoints/exposure.ts';
export * from './endpoints/rerank.ts';
export * from './endpoints/search.ts';
export * from './endpoints/session.ts';
export * from './endpoints/suggest.ts';
export * from './endpoints/track.ts';
export * from './endpoints/track-behavior.ts';
export * from './endpoints/track-keywords.ts';
export { endpoints } from './endpoints.ts';
export { type ErrorCode, ErrorEnvelope, errors } from './errors.ts';
export { limits } from './limits.ts';
export { type EndpointPath, metered, operationOf } from './metering.ts';
export {
  type AttributeValue,
  Context,
  Explanation,
  Factor,
  Persona,
  type Source,
  Warning,
} from './shapes.ts';
