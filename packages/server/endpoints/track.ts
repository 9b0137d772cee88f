import { track } from '@decidable/contract';
import { refusedSign, unknownInSignals } from '@decidable/engine/ranking';
import {
  type Profile,
  parseSignals,
  personaTable,
  type Signal,
  searchSignal,
} from '@decidable/engine/session';
import { InvalidInput } from '../errors.ts';
import { SerializedText } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { sentBatch } from '../sessions/sent-batch.ts';
import { trackAnswer } from '../sessions/track-answer.ts';
import { append, completeContext } from '../sessions/tracking.ts';
import type { Shop } from '../shops/shop.ts';
import { Pace, SERVICE } from '../time-slices.ts';
import type { ServeEndpoint } from './dependencies.ts';

/**
 * What a search says is read when it arrives, with the catalogue of that moment, and logged with it. A hundred long
 * ones take tens of milliseconds, so others have their turn in between.
 *
 * @param owner the organization whose task it is
 */
export async function withKeywords(
  signals: readonly Signal[],
  shop: Pick<Shop, 'vocabulary'> | undefined,
  owner: string = SERVICE,
): Promise<readonly Signal[]> {
  const pace = new Pace(owner);
  const read: Signal[] = [];
  for (const signal of signals) {
    if (isSearch(signal)) {
      await pace.rest();
      read.push(searchSignal(signal, shop?.vocabulary));
    } else read.push(signal);
  }
  // They are folded in one go, which is best begun with a turn.
  await pace.rest(1);
  return read;
}

const isSearch = ({ type }: Signal): boolean => type === 'search';

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
    const read = parsed.signals.some(isSearch)
      ? await withKeywords(parsed.signals, shop, call.organizationId)
      : parsed.signals;
    for (const warning of unknownInSignals(shop?.index, parsed.signals)) call.warn(warning);
    const answer = (profile: Profile): string =>
      trackAnswer({
        sessionId: call.sessionId,
        personas: personaTable(profile, call.at, shop?.traits, shop?.personas),
        accepted: parsed.accepted,
        unrecognised: parsed.unrecognised,
        context: completeContext(profile.context),
      });
    return new SerializedText(await append(services, call, read, shop, answer, sentBatch(batchId, signals)));
  });
