import type { IncomingHttpHeaders } from 'node:http';
import {
  CONTEXT_SIGNAL,
  type Context,
  contextOfRequest,
  deviceOf,
  type FoldedProfile,
  type Persona,
  type Profile,
  personasOf,
  type Signal,
  VISIT_GAP,
} from '@decidable/engine/session';
import type { Shop } from '../shops/shop.ts';
import type { KeyId } from '../storage/ports.ts';
import { withLateMarks } from './provenance/late-signals.ts';
import type { VisitSources } from './provenance/visit-source.ts';
import type { SentBatch } from './sent-batch.ts';
import type { SessionRequest, SessionService } from './session-service.ts';

/** The personas of a session; compared with the shop's catalogue if the shop is in memory. */
export const personasIn = (profile: Profile, now: number, shop: Shop | undefined): readonly Persona[] =>
  personasOf(profile, now, shop?.traits, shop?.personas);

/** A context with defaults for the unknown fields. */
export function completeContext(context: Partial<Context>): Context {
  return { device: 'other', referrer: 'direct', timeOfDay: 'night', ...context };
}

/**
 * The context of a request, with the source of its visit, as a signal that precedes its other signals. Only the first
 * request of a visit has one, so that later requests from pages of the shop do not hide the referrer of the visit; where
 * that tells nothing of the device, as a server's does not, a later request adds it. Its time is that of the request,
 * whatever times its signals claim: learning tells by it when a visit began.
 */
function contextSignal(
  profile: FoldedProfile | undefined,
  call: TrackedCall,
  sources: VisitSources,
): readonly Signal[] {
  const { organizationId, headers, address, keyId, at } = call;
  let context: Partial<Context>;
  if (profile === undefined || at > profile.lastSeenAt + VISIT_GAP) {
    context = contextOfRequest(headers, at, call.origins);
  } else {
    if (profile.context.device !== 'other' || profile.signalled.includes('device')) return [];
    const device = deviceOf(headers);
    if (device === 'other') return [];
    context = { device };
  }
  const { device = 'other' } = context;
  const value = sources.describe({ organizationId, address, keyId, origin: headers.origin, device, at });
  return [{ type: CONTEXT_SIGNAL, at, value, data: JSON.stringify(context) }];
}

/** A request that sends signals. */
export interface TrackedCall extends SessionRequest {
  /** The context of the visit is read from these. */
  readonly headers: IncomingHttpHeaders;
  /** The address that the visit came from; absent where it is not known. */
  readonly address: string | undefined;
  readonly keyId: KeyId;
  /** Origins that the key is bound to: pages of the shop. */
  readonly origins?: readonly string[];
}

/** What signals are appended with. */
export interface Tracking {
  readonly sessions: SessionService;
  readonly sources: VisitSources;
}

/**
 * Appends signals to the session of a call, which is created if there is none, and resolves with what `tell` makes of
 * the new profile.
 *
 * @throws SessionContended, BatchReused, StoreUnavailable
 */
export function append<Told>(
  { sessions, sources }: Tracking,
  call: TrackedCall,
  signals: readonly Signal[],
  tell: (profile: FoldedProfile) => Told,
  batch?: SentBatch,
): Promise<Told> {
  const withContext = (before: FoldedProfile | undefined): readonly Signal[] => {
    const context = contextSignal(before, call, sources);
    const marked = withLateMarks(signals, call.at);
    return context.length === 0 ? marked : [...context, ...marked];
  };
  return sessions.append(call, withContext, tell, batch);
}
