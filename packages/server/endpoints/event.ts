import { event } from '@decidable/contract';
import { serve } from '../http/endpoint.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** A named outcome that is not a persona signal. With an `eventId` it counts once however often it is sent. */
export const serveEndpoint: ServeEndpoint = () =>
  serve(event, async (call) => {
    const { name, data, decisionId } = call.body;
    const eventId = call.body.eventId?.normalize() ?? timeOrderedId(call.at);
    const [outcome] = await call.commit([
      {
        kind: 'event',
        event: {
          eventId,
          sessionId: call.sessionId,
          name: name.normalize(),
          at: call.at,
          ...(data !== undefined && { data: JSON.stringify(data) }),
          ...(decisionId !== undefined && { decisionId: decisionId.normalize() }),
        },
      },
    ]);
    return { recorded: true as const, duplicate: outcome.duplicate, eventId };
  });
