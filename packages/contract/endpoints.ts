import { catalogAudit } from './endpoints/catalog-audit.ts';
import { catalogRanked } from './endpoints/catalog-ranked.ts';
import { catalogVerify } from './endpoints/catalog-verify.ts';
import { event } from './endpoints/event.ts';
import { exposure } from './endpoints/exposure.ts';
import { rerank } from './endpoints/rerank.ts';
import { search } from './endpoints/search.ts';
import { session } from './endpoints/session.ts';
import { suggest } from './endpoints/suggest.ts';
import { track } from './endpoints/track.ts';
import { trackBehavior } from './endpoints/track-behavior.ts';
import { trackKeywords } from './endpoints/track-keywords.ts';

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

/**
 * Every endpoint, in the order of the specification. This is the one list of them: the description, the validators, the
 * metering and the routes of the service follow from it.
 */
const declared = [
  track,
  trackBehavior,
  trackKeywords,
  session,
  catalogRanked,
  search,
  rerank,
  suggest,
  catalogAudit,
  catalogVerify,
  event,
  exposure,
] as const;

type Declared = (typeof declared)[number];

/** Path of an endpoint below the base URL. */
export type EndpointPath = Declared['path'];

/** The endpoints by path. */
export const endpoints = Object.freeze(Object.fromEntries(declared.map((each) => [each.path, each]))) as {
  readonly [Path in EndpointPath]: Extract<Declared, { readonly path: Path }>;
};
