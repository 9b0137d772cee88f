import { exposure } from '@decidable/contract';
import { serve } from '../http/endpoint.ts';
import type { ServeEndpoint } from './dependencies.ts';

/**
 * What was actually rendered for a ranking decision. An item counts once a session and decision; a decision that
 * is not known is recorded all the same, since a ranking may have come from a cache.
 */
export const serveEndpoint: ServeEndpoint = () =>
  serve(exposure, async (call) => {
    const decisionId = call.body.decisionId.normalize();
    const exposures = call.body.items.map((item) => {
      const { id, position } = typeof item === 'string' ? { id: item } : item;
      return {
        sessionId: call.sessionId,
        decisionId,
        itemId: id.normalize(),
        ...(position !== undefined && { position }),
        at: call.at,
      };
    });
    if (exposures.length === 0) return { recorded: 0, duplicates: 0, decisionId };
    const [{ recorded, duplicates }] = await call.commit([{ kind: 'exposures', exposures }]);
    return { recorded, duplicates, decisionId };
  });
