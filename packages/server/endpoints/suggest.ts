import { suggest } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import type { Services } from '../services.ts';

/** Suggests queries for a session, from what is typed so far. */
export const serveSuggest = (live: Services) =>
  serve(suggest, async (call) => ({
    sessionId: call.sessionId,
    suggestions: await live.suggestions.of(call, call.body),
  }));
