import type { ServedEndpoint } from '../gateway/endpoint.ts';
import { serveCatalogAudit } from './catalog-audit.ts';
import { serveCatalogVerify } from './catalog-verify.ts';
import { serveEvent } from './event.ts';
import { serveExposure } from './exposure.ts';
import type { Grader } from './grading.ts';

/** What the endpoints need besides the store. */
export interface EndpointNeeds {
  readonly grader: Grader;
}

/** Every endpoint that the service answers. */
export const servedEndpoints = ({ grader }: EndpointNeeds): readonly ServedEndpoint[] => [
  serveCatalogAudit(grader),
  serveCatalogVerify(grader),
  serveEvent(),
  serveExposure(),
];
