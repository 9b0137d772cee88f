import { session } from '@decidable/contract';
import { searchReader } from '@decidable/engine/ranking';
import { readProfile, strength } from '@decidable/engine/session';
import { serve } from '../http/endpoint.ts';
import { shownPersonas } from '../sessions/persona-answer.ts';
import { completeContext, personasIn } from '../sessions/tracking.ts';
import { readAhead } from '../shops/read-ahead.ts';
import type { ServeEndpoint } from './dependencies.ts';

/**
 * The kinds of interests that are shown, as `<kind>:<name>`: what personas tell as well. The words that
 * the shopper typed are not shown, since a session id and the key of a page are all that a call needs; the shop reads them
 * with `decidable sessions export`.
 */
const SHOWN = ['category', 'brand', 'attribute'] as const;
const LEAST = 0.005;

/** Reads a session as it stands now. Reading never opens one. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(session, async (call) => {
    const { sessionId, organizationId, at } = call;
    const known = await services.sessions.read(organizationId, sessionId, at);
    if (known === undefined) return { found: false, sessionId, personas: [] };
    const shop = services.shops.peek(organizationId) ?? (await services.shops.soon(organizationId));
    if (shop !== undefined) await readAhead(known.statements, shop.index, organizationId);
    const profile = readProfile(known, shop && searchReader(shop.index));
    const interests = SHOWN.flatMap((kind) =>
      profile.interests[kind].map((interest) => ({
        interest: `${kind}:${interest.name}`,
        score: Math.round(strength(interest, at, profile.step) * 1e6) / 1e6,
      })),
    );
    return {
      found: true,
      sessionId,
      personas: shownPersonas(personasIn(profile, at, shop)),
      context: completeContext(profile.context),
      openedAt: new Date(profile.openedAt).toISOString(),
      lastSeenAt: new Date(profile.lastSeenAt).toISOString(),
      signalCount: profile.received,
      interests: interests
        .filter(({ score }) => score >= LEAST)
        .sort((a, b) => b.score - a.score || (a.interest < b.interest ? -1 : 1)),
    };
  });
