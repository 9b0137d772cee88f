import { catalogRanked } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import { decisionOf } from '../live/decisions.ts';
import type { Live } from '../live/live.ts';
import { rankCatalogue } from '../live/rankings.ts';

/** Ranks the catalogue that the service holds, and keeps what was ranked under the answer's `decisionId`. */
export const serveCatalogRanked = (live: Live) =>
  serve(catalogRanked, async (call) => {
    const { sessionId, organizationId, at } = call;
    const { limit, category } = call.body;
    const request = { limit, category: category?.normalize() };
    const shop = await live.shops.get(organizationId);
    const profile = await live.sessions.read(organizationId, sessionId, at);
    const { ranking, items } = rankCatalogue({ shop, profile, at }, request);
    const decision = decisionOf({
      endpoint: catalogRanked.path,
      sessionId,
      at,
      profile,
      shop,
      request,
      ranking,
      sent: items,
    });
    await call.commit([{ kind: 'decision', decision }]);
    return {
      decisionId: decision.id,
      sessionId,
      items,
      total: ranking.total,
      catalogueVersion: shop.catalogueVersion,
      explanation: ranking.explanation,
    };
  });
