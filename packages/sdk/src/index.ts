import { createClient } from './client.ts';

export type * from './types.ts';

/** The URL of this module if it was loaded over HTTP: a bundle on a server has a file URL. */
const origin = /^https?:\/\/[^/]+/.exec(import.meta.url)?.[0];

const client = createClient(
  {
    debug: () => import('./debug.ts'),
    markup: () => import('./readers/markup.ts'),
    dataLayer: () => import('./readers/data-layer.ts'),
    jsonLd: () => import('./readers/json-ld.ts'),
  },
  origin && `${origin}/api/v1`,
);

// In the order of the alphabet, as a bundler lists exports: the same list twice compresses to one.
export const {
  attributeFilter,
  captureAutoSignals,
  dwell,
  event,
  exposure,
  flushExposures,
  getSession,
  getSessionId,
  init,
  observe,
  otherSignal,
  priceFilter,
  rankedCatalog,
  rerank,
  reset,
  search,
  setConsent,
  suggest,
  track,
} = client;
