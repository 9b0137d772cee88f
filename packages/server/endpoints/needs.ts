import type { ServedEndpoint } from '../http/endpoint.ts';
import type { Live } from '../live/live.ts';
import type { Grader } from './grading.ts';

/** What the endpoints need besides the store. */
export interface EndpointNeeds {
  readonly grader: Grader;
  readonly live: Live;
}

/** Exported as `serveEndpoint` by the file of each endpoint. */
export type ServeEndpoint = (needs: EndpointNeeds) => ServedEndpoint;
