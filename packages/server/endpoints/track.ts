import { track } from '@decidable/contract';
import { searchReader } from '@decidable/engine/ranking';
import { personaTable, readProfile } from '@decidable/engine/session';
import { SerializedText } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { addSignals } from '../sessions/sent-signals.ts';
import { trackAnswer } from '../sessions/track-answer.ts';
import { completeContext } from '../sessions/tracking.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Adds signals to a session, all or none, and answers the personas inferred so far. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(track, async (call) => {
    const { signals = [], batchId } = call.body;
    const answer = await addSignals(
      services,
      call,
      signals,
      batchId,
      ({ profile, shop, accepted, unrecognised }) =>
        trackAnswer({
          sessionId: call.sessionId,
          personas: personaTable(
            readProfile(profile, shop && searchReader(shop.index)),
            call.at,
            shop?.traits,
            shop?.personas,
          ),
          accepted,
          unrecognised,
          context: completeContext(profile.context),
        }),
    );
    return new SerializedText(answer);
  });
