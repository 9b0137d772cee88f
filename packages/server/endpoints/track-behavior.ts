import { trackBehavior } from '@decidable/contract';
import { searchReader } from '@decidable/engine/ranking';
import { BEHAVIOUR_SIGNAL, readProfile } from '@decidable/engine/session';
import { serve } from '../http/endpoint.ts';
import { shownPersonas } from '../sessions/persona-answer.ts';
import { append, personasIn } from '../sessions/tracking.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Adds a behaviour of the caller's own naming to a session. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(trackBehavior, async (call) => {
    const { metadata = {} } = call.body;
    const behavior = call.body.behavior.normalize();
    const signal = {
      type: BEHAVIOUR_SIGNAL,
      value: behavior,
      at: call.at,
      data: JSON.stringify(metadata),
    };
    const shop = services.shops.peek(call.organizationId) ?? (await services.shops.soon(call.organizationId));
    const told = await append(services, call, [signal], (profile) => ({
      count: profile.behaviours.find((known) => known.name === behavior)?.count ?? 1,
      personas: shownPersonas(
        personasIn(readProfile(profile, shop && searchReader(shop.index)), call.at, shop),
      ),
    }));
    return { sessionId: call.sessionId, behavior, ...told };
  });
