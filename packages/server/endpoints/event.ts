import { event } from '@decidable/contract';
import { InvalidInput } from '../errors.ts';
import { serve } from '../http/endpoint.ts';
import { timeOrderedId } from '../storage/time-ordered-id.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** A named outcome that is not a persona signal. With an `eventId` it counts once however often its session sends it. */
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
    if (outcome.reused) {
      throw new InvalidInput(
        'eventId: this session has sent an event of this name under it with another body, which counts. This one was not recorded: send it under an id of its own.',
      );
    }
    return { recorded: true as const, duplicate: outcome.duplicate, eventId };
  });
