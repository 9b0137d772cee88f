import { createClient } from './client.ts';

export type * from './types.ts';

/** Where this module came from, if that is the web: a bundle on a server has a file's address. */
const origin = /^https?:\/\/[^/]+/.exec(import.meta.url)?.[0];

const client = createClient(origin && `${origin}/api/v1`);

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
  captureAutoSignals,
  setConsent,
} = client;
