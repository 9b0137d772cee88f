import type { EndpointPath } from './endpoints.ts';

/** The endpoints that the browser SDK calls; a test of the SDK holds it to this list. */
export const sdkCalls: readonly EndpointPath[] = [
  '/track',
  '/session',
  '/catalog/ranked',
  '/search',
  '/event',
  '/exposure',
  '/rerank',
  '/suggest',
];
