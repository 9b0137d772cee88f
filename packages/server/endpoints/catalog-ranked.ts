import { type CatalogRankedResponse, catalogRanked } from '@decidable/contract';
import { SerializedAnswer } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { decide } from '../ranking/decide.ts';
import { catalogRanker } from '../ranking/rankers.ts';
import { unknownCategory } from '../ranking/unknown-category.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Ranks the catalogue that the service holds. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(catalogRanked, async (call) => {
    const { limit, category } = call.body;
    const request = { limit, category: category?.normalize() };
    const { json, shop, ...decided } = await decide(services, call, catalogRanker, request);
    if (category !== undefined && decided.total === 0 && shop.index.size > 0) {
      call.warn(unknownCategory(shop.index.category, category));
    }
    const rest = { ...decided, sessionId: call.sessionId, catalogueVersion: shop.catalogueVersion };
    return new SerializedAnswer<CatalogRankedResponse, 'items'>(rest, 'items', json);
  });
