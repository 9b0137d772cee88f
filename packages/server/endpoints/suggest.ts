import { suggest } from '@decidable/contract';
import { serve } from '../http/endpoint.ts';
import type { ServeEndpoint } from './needs.ts';

/** Suggests queries for a session, from what is typed so far. */
export const serveEndpoint: ServeEndpoint = ({ live }) =>
  serve(suggest, async (call) => ({
    sessionId: call.sessionId,
    suggestions: await live.suggestions.of(call, call.body),
  }));
