import { suggest } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import type { Live } from '../live/live.ts';
import { suggested } from '../live/suggesting.ts';

/** Suggests queries for a session, from what is typed so far. */
export const serveSuggest = (live: Live) =>
  serve(suggest, async (call) => ({
    sessionId: call.sessionId,
    suggestions: await suggested(live, call, call.body),
  }));
