import type { IncomingHttpHeaders } from 'node:http';
import {
  CONTEXT_SIGNAL,
  type Context,
  contextOfRequest,
  type Persona,
  type Profile,
  personasOf,
  type Signal,
  VISIT_GAP,
} from '@decidable/engine/session';
import { type Shop, searchVocabulary } from '../shops/shop.ts';
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
 * The context of a request as a signal that precedes its other signals. Only the first request of a visit has one, so
 * that later requests from pages of the shop do not hide the referrer of the visit.
 */
function contextSignal(
  profile: Profile | undefined,
  headers: IncomingHttpHeaders,
  at: number,
): readonly Signal[] {
  if (profile !== undefined && at <= profile.lastSeenAt + VISIT_GAP) return [];
  return [{ type: CONTEXT_SIGNAL, at, data: JSON.stringify(contextOfRequest(headers, at)) }];
}

/** A request that sends signals. */
export interface TrackedCall extends SessionRequest {
  /** The context of the visit is read from these. */
  readonly headers: IncomingHttpHeaders;
}

/**
 * Appends signals to the session of a call, which is created if there is none, and resolves with what `tell` makes of
 * the new profile.
 *
 * @throws SessionContended, BatchReused, StoreUnavailable
 */
export function append<Told>(
  { sessions }: { readonly sessions: SessionService },
  call: TrackedCall,
  signals: readonly Signal[],
  shop: Shop | undefined,
  tell: (profile: Profile) => Told,
  batch?: SentBatch,
): Promise<Told> {
  const withContext = (before: Profile | undefined): readonly Signal[] => {
    const context = contextSignal(before, call.headers, call.at);
    return context.length === 0 ? signals : [...context, ...signals];
  };
  return sessions.append(call, withContext, tell, batch, searchVocabulary(shop));
}
