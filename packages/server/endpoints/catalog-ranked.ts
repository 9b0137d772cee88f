import { type CatalogRankedResponse, catalogRanked, type Facet } from '@decidable/contract';
import { hasCategory, unknownCategory, unknownValues } from '@decidable/engine/ranking';
import { SerializedAnswer } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { decide } from '../ranking/decide.ts';
import { catalogRanker } from '../ranking/rankers.ts';
import { unknownFields } from '../ranking/unknown-fields.ts';
import { addSignalsFirst } from '../sessions/sent-signals.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Ranks the catalogue that the service holds, or what the request leaves of it. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(catalogRanked, async (call) => {
    const {
      limit,
      category,
      query,
      filters,
      offset,
      diversity,
      seen,
      unmatched,
      explain,
      fields,
      highlight,
      facets: most,
    } = call.body;
    const tracked = await addSignalsFirst(services, call);
    const { json, shop, facets, unknown, ...decided } = await decide(services, call, catalogRanker, {
      limit,
      category: category?.normalize(),
      query: query?.normalize(),
      filters,
      offset,
      diversity,
      seen,
      unmatched,
      explain,
      fields,
      highlight,
      facets: most,
    });
    const { index, catalogueVersion } = shop;
    if (category !== undefined && decided.total === 0 && index.size > 0 && !hasCategory(index, category)) {
      call.warn(unknownCategory(index.category, category));
    }
    for (const warning of unknownValues(unknown ?? [])) call.warn(warning);
    for (const warning of unknownFields(shop, fields ?? [])) call.warn(warning);
    const rest = {
      ...decided,
      ...tracked,
      sessionId: call.sessionId,
      catalogueVersion,
      ...(facets !== undefined && { facets: facets as Facet[] }),
    };
    return new SerializedAnswer<CatalogRankedResponse, 'items'>(rest, 'items', json);
  });
