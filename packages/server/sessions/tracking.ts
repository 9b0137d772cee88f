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
import type { SessionRequest, SessionService } from './session-service.ts';

/** The personas of a session, against the shop's catalogue where it is at hand. */
export const personasIn = (profile: Profile, now: number, shop: Shop | undefined): readonly Persona[] =>
  personasOf(profile, now, shop?.shelf, shop?.personas);

/** A context of which every part is known. */
export function completeContext(context: Partial<Context>): Context {
  return { device: 'other', referrer: 'direct', timeOfDay: 'night', ...context };
}

/**
 * What the request itself contributes, as a signal in front of the others: once a visit, so that a page of the shop
 * that calls later does not hide where the visit came from.
 */
function contextSignal(
  profile: Profile | undefined,
  headers: IncomingHttpHeaders,
  at: number,
): readonly Signal[] {
  if (profile !== undefined && at <= profile.lastSeenAt + VISIT_GAP) return [];
  return [{ type: CONTEXT_SIGNAL, at, data: JSON.stringify(contextOfRequest(headers, at)) }];
}

/** A request that signals come with. */
export interface TrackedCall extends SessionRequest {
  /** Its headers tell the context of the visit. */
  readonly headers: IncomingHttpHeaders;
}

/**
 * Appends signals to the session of a call, which opens it if need be, and resolves with what `tell` says of it then.
 */
export function append<Told>(
  { sessions }: { readonly sessions: SessionService },
  call: TrackedCall,
  signals: readonly Signal[],
  shop: Shop | undefined,
  tell: (profile: Profile) => Told,
  batchId?: string,
): Promise<Told> {
  const withContext = (before: Profile | undefined): readonly Signal[] => {
    const context = contextSignal(before, call.headers, call.at);
    return context.length === 0 ? signals : [...context, ...signals];
  };
  return sessions.append(call, withContext, tell, batchId, searchVocabulary(shop));
}
