import type { ServedEndpoint } from '../http/endpoint.ts';
import type { Services } from '../services.ts';
import type { Grader } from './grading.ts';

/** What the endpoints need besides the store. */
export interface EndpointNeeds {
  readonly grader: Grader;
  readonly services: Services;
}

/** Exported as `serveEndpoint` by the file of each endpoint. */
export type ServeEndpoint = (needs: EndpointNeeds) => ServedEndpoint;
