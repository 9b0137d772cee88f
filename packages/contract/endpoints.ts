import type { EndpointContract } from './endpoint.ts';
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
import type { EndpointPath } from './metering.ts';

/** The twelve endpoints by path, in the order of the specification. */
export const endpoints = {
  '/track': track,
  '/track/behavior': trackBehavior,
  '/track/keywords': trackKeywords,
  '/session': session,
  '/catalog/ranked': catalogRanked,
  '/search': search,
  '/rerank': rerank,
  '/suggest': suggest,
  '/catalog/audit': catalogAudit,
  '/catalog/verify': catalogVerify,
  '/event': event,
  '/exposure': exposure,
} as const satisfies { readonly [Path in EndpointPath]: EndpointContract<Path> };
