import { suggest } from '@decidable/contract';
import { serve } from '../http/endpoint.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Suggests queries for a session, from what is typed so far. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(suggest, async (call) => ({
    sessionId: call.sessionId,
    suggestions: await services.suggestions.of(call, call.body),
  }));
