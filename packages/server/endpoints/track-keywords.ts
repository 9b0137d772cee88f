import { trackKeywords } from '@decidable/contract';
import { extractKeywords, type Signal } from '@decidable/engine/session';
import { serve } from '../http/endpoint.ts';
import { shownPersonas } from '../live/shown-personas.ts';
import { append, personasIn } from '../live/tracking.ts';
import type { ServeEndpoint } from './needs.ts';

/** Reads what a shopper searched for, as typed, and adds it to the session as a search. */
export const serveEndpoint: ServeEndpoint = ({ live }) =>
  serve(trackKeywords, async (call) => {
    const query = call.body.query.normalize();
    const shop = live.shops.peek(call.organizationId) ?? (await live.shops.soon(call.organizationId));
    const read = extractKeywords(query, shop?.vocabulary);
    // Nothing typed is nothing searched for: it opens the session, as a call without signals does.
    const searches: Signal[] =
      query.trim() === '' ? [] : [{ type: 'search', value: query, at: call.at, data: JSON.stringify(read) }];
    const personas = await append(live, call, searches, (profile) =>
      shownPersonas(personasIn(profile, call.at, shop)),
    );
    return {
      sessionId: call.sessionId,
      keywords: [...read.keywords],
      matched: read.matched.map(({ keyword, attribute, value }) => ({ keyword, attribute, value })),
      ...(read.priceRange !== undefined && { priceRange: read.priceRange }),
      personas,
    };
  });
