import { track } from '@decidable/contract';
import { refusedSign, unknownInSignals } from '@decidable/engine/ranking';
import { type FoldedProfile, parseSignals, personaTable, readProfile } from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { SerializedText } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { sentBatch } from '../sessions/sent-batch.ts';
import { trackAnswer } from '../sessions/track-answer.ts';
import { append, completeContext } from '../sessions/tracking.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Adds signals to a session, all or none, and answers the personas inferred so far. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(track, async (call) => {
    const { signals = [], batchId } = call.body;
    const parsed = parseSignals(signals, call.at);
    if (!parsed.ok) throw new InvalidInput(parsed.fault.message);
    const shop = services.shops.peek(call.organizationId) ?? (await services.shops.soon(call.organizationId));
    for (const [i, signal] of parsed.signals.entries()) {
      const refused = refusedSign(shop?.index, signal, `signals[${i}].value`);
      if (refused !== undefined) throw new InvalidInput(refused);
    }
    for (const warning of unknownInSignals(shop?.index, parsed.signals)) call.warn(warning);
    const answer = (profile: FoldedProfile): string =>
      trackAnswer({
        sessionId: call.sessionId,
        personas: personaTable(readProfile(profile, shop?.vocabulary), call.at, shop?.traits, shop?.personas),
        accepted: parsed.accepted,
        unrecognised: parsed.unrecognised,
        context: completeContext(profile.context),
      });
    return new SerializedText(
      await append(services, call, parsed.signals, answer, sentBatch(batchId, signals)),
    );
  });
