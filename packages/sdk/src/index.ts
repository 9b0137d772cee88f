import { createClient } from './client.ts';

export type * from './types.ts';

/** The URL of this module if it was loaded over HTTP: a bundle on a server has a file URL. */
const origin = /^https?:\/\/[^/]+/.exec(import.meta.url)?.[0];

const client = createClient(
  { debug: () => import('./debug.ts'), markup: () => import('./markup.ts') },
  origin && `${origin}/api/v1`,
);

export const {
  init,
  track,
  event,
  exposure,
  flushExposures,
  observe,
  getSession,
  getSessionId,
  rankedCatalog,
  search,
  rerank,
  suggest,
  captureAutoSignals,
  setConsent,
  reset,
  priceFilter,
  attributeFilter,
  dwell,
  otherSignal,
} = client;
