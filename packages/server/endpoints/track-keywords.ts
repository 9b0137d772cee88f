import { trackKeywords } from '@decidable/contract';
import { searchReader } from '@decidable/engine/ranking';
import { readPlainly, readProfile } from '@decidable/engine/session';
import { serve } from '../http/endpoint.ts';
import { shownPersonas } from '../sessions/persona-answer.ts';
import { append, personasIn } from '../sessions/tracking.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Reads what a shopper searched for, as typed, and adds it to the session as a search. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(trackKeywords, async (call) => {
    const query = call.body.query.normalize();
    const shop = services.shops.peek(call.organizationId) ?? (await services.shops.soon(call.organizationId));
    const readSearch = shop && searchReader(shop.index);
    const read = (readSearch ?? readPlainly)(query);
    // Nothing typed is nothing searched for: it opens the session, as a call without signals does.
    const searches = query.trim() === '' ? [] : [{ type: 'search', value: query, at: call.at }];
    const personas = await append(services, call, searches, (profile) =>
      shownPersonas(personasIn(readProfile(profile, readSearch), call.at, shop)),
    );
    return {
      sessionId: call.sessionId,
      keywords: [...read.keywords],
      matched: read.matched.map(({ keyword, attribute, value }) => ({ keyword, attribute, value })),
      ...(read.priceRange !== undefined && { priceRange: read.priceRange }),
      personas,
    };
  });
