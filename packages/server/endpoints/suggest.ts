import { suggest } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import type { Live } from '../live/live.ts';
import { suggestQueries } from '../live/rankings.ts';
import { inTurns } from '../pace.ts';

/** Suggests queries for a session, from what is typed so far. */
export const serveSuggest = (live: Live) =>
  serve(suggest, async ({ body, sessionId, organizationId, at }) => {
    const shop = await live.shops.get(organizationId);
    const profile = await live.sessions.read(organizationId, sessionId, at);
    return { sessionId, suggestions: await inTurns(suggestQueries({ shop, profile, at }, body)) };
  });
