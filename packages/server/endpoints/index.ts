import type { ServedEndpoint } from '../gateway/endpoint.ts';
import type { Services } from '../services.ts';
import { serveCatalogAudit } from './catalog-audit.ts';
import { serveCatalogRanked } from './catalog-ranked.ts';
import { serveCatalogVerify } from './catalog-verify.ts';
import { serveEvent } from './event.ts';
import { serveExposure } from './exposure.ts';
import type { Grader } from './grading.ts';
import { serveRerank } from './rerank.ts';
import { serveSearch } from './search.ts';
import { serveSession } from './session.ts';
import { serveSuggest } from './suggest.ts';
import { serveTrack } from './track.ts';
import { serveTrackBehavior } from './track-behavior.ts';
import { serveTrackKeywords } from './track-keywords.ts';

/** What the endpoints need besides the store. */
export interface EndpointNeeds {
  readonly grader: Grader;
  readonly live: Services;
}

/** Every endpoint that the service answers. */
export const servedEndpoints = ({ grader, live }: EndpointNeeds): readonly ServedEndpoint[] => [
  serveTrack(live),
  serveTrackBehavior(live),
  serveTrackKeywords(live),
  serveSession(live),
  serveCatalogRanked(live),
  serveSearch(live),
  serveRerank(live),
  serveSuggest(live),
  serveCatalogAudit(grader),
  serveCatalogVerify(grader),
  serveEvent(),
  serveExposure(),
];
