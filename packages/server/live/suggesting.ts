import type { SuggestRequest } from '@decidable/contract';
import { bulkhead } from 'cockatiel';
import type { Call } from '../gateway/endpoint.ts';
import { inTurns } from '../pace.ts';
import type { Live } from './live.ts';
import { suggestQueries } from './rankings.ts';

/** Lists that are made at a time: each has 16 bytes a product and more of its own, and none would be made sooner beside others. */
export const MOST_AT_ONCE = 8;

const makers = bulkhead(MOST_AT_ONCE, Number.POSITIVE_INFINITY);

/** Suggestions for the session of a call as it stands when its turn has come. */
export async function suggested(
  live: Pick<Live, 'shops' | 'sessions'>,
  { organizationId, sessionId, at }: Pick<Call, 'organizationId' | 'sessionId' | 'at'>,
  request: SuggestRequest,
) {
  // A catalogue that is still being read holds up nobody else.
  const shop = await live.shops.get(organizationId);
  return makers.execute(async () => {
    const profile = await live.sessions.read(organizationId, sessionId, at);
    return inTurns(suggestQueries({ shop, profile, at }, request));
  });
}
