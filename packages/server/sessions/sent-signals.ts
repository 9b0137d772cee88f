import type { EndpointPath, Signal, Tracked, Warning } from '@decidable/contract';
import { refusedSign, searchReader, unknownInSignals } from '@decidable/engine/ranking';
import { type FoldedProfile, parseSignals, readProfile } from '@decidable/engine/session';
import { Forbidden, InvalidInput } from '../errors.ts';
import { readAhead } from '../shops/read-ahead.ts';
import type { Shop } from '../shops/shop.ts';
import type { Shops } from '../shops/shops.ts';
import type { Write, WriteOutcome } from '../storage/ports.ts';
import { shownPersonas } from './persona-answer.ts';
import { sentBatch } from './sent-batch.ts';
import { append, completeContext, personasIn, type TrackedCall, type Tracking } from './tracking.ts';

/** The services that signals need. */
export interface SignalServices extends Tracking {
  readonly shops: Pick<Shops, 'peek' | 'soon'>;
}

/** A request that may send signals. */
interface SignalsCall extends TrackedCall {
  warn(warning: Warning): void;
}

/** A session with the signals of a call in it. */
export interface Added {
  readonly profile: FoldedProfile;
  /** Absent where it is not open. */
  readonly shop: Shop | undefined;
  /** Number of signals of known types in the call, and the types that are unknown. */
  readonly accepted: number;
  readonly unrecognised: readonly string[];
}

/**
 * Adds signals to a session, all or none, and resolves with what `tell` makes of them.
 *
 * @param signals as they were sent, in a field of this name
 * @param batchId names them: under the same one they are added once
 * @throws InvalidInput, which names the signal; SessionContended, BatchReused, StoreUnavailable
 */
export async function addSignals<Told>(
  services: SignalServices,
  call: SignalsCall,
  signals: readonly Signal[],
  batchId: string | undefined,
  tell: (added: Added) => Told,
): Promise<Told> {
  const parsed = parseSignals(signals, call.at);
  if (!parsed.ok) throw new InvalidInput(parsed.fault.message);
  const shop = services.shops.peek(call.organizationId) ?? (await services.shops.soon(call.organizationId));
  for (const [i, signal] of parsed.signals.entries()) {
    const refused = refusedSign(shop?.index, signal, `signals[${i}].value`);
    if (refused !== undefined) throw new InvalidInput(refused);
  }
  for (const warning of unknownInSignals(shop?.index, parsed.signals)) call.warn(warning);
  if (shop !== undefined) await readAhead(parsed.signals, shop.index, call.organizationId);
  const { accepted, unrecognised } = parsed;
  return append(
    services,
    call,
    parsed.signals,
    (profile) => tell({ profile, shop, accepted, unrecognised }),
    sentBatch(batchId, signals),
  );
}

/** A request for a list, which may bring signals that were not sent yet. */
export interface ListCall extends SignalsCall {
  readonly body: { readonly signals?: readonly Signal[]; readonly batchId?: string };
  /** Whether its key may call an endpoint. */
  permits(path: EndpointPath): boolean;
  /** Writes durably, as `commit`, what comes before the answer is made, and does not count the request. */
  commitAhead(writes: readonly Write[]): Promise<readonly WriteOutcome[]>;
}

/**
 * Adds the signals of a request for a list as `/track` does, before the list is ranked. They stay where that fails: the
 * request can be sent again under the same `batchId`.
 *
 * @returns what the answer has of it: nothing where the request has no signals
 * @throws as `addSignals`; Forbidden
 */
export async function addSignalsFirst(
  services: SignalServices,
  call: ListCall,
): Promise<{ readonly tracked?: Tracked }> {
  const { signals, batchId } = call.body;
  if (signals === undefined) return {};
  if (!call.permits('/track'))
    throw new Forbidden(
      'signals: this key may not call /track, and so may send no signals. Leave signals out, or use another key.',
    );
  const { organizationId, sessionId, at, headers, address, keyId, origins } = call;
  const ahead: SignalsCall = {
    ...{ organizationId, sessionId, at, headers, address, keyId },
    ...(origins !== undefined && { origins }),
    commit: (writes) => call.commitAhead(writes),
    warn: (warning) => call.warn(warning),
  };
  const tracked = await addSignals(
    services,
    ahead,
    signals,
    batchId,
    ({ profile, shop, accepted, unrecognised }): Tracked => ({
      found: true,
      personas: shownPersonas(personasIn(readProfile(profile, shop && searchReader(shop.index)), at, shop)),
      signals: { accepted, unrecognised: [...unrecognised] },
      context: completeContext(profile.context),
    }),
  );
  return { tracked };
}
