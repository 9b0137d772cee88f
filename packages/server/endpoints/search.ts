import { type SearchResponse, search } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import { WrittenAnswer } from '../gateway/written-answer.ts';
import { decide, refuseDuplicates } from '../ranking/decide.ts';
import { searchRanker } from '../ranking/rankers.ts';
import type { Services } from '../services.ts';

/** Ranks products that the caller sends. A session without signals leaves them in the caller's order. */
export const serveSearch = (live: Services) =>
  serve(search, async (call) => {
    const { products, query, limit } = call.body;
    refuseDuplicates(
      'products',
      products.map(({ id }) => id),
    );
    const request = { products, query: query?.normalize(), limit };
    const { decisionId, json, explanation } = await decide(live, call, searchRanker, request);
    const rest = { decisionId, sessionId: call.sessionId, explanation };
    return new WrittenAnswer<SearchResponse, 'results'>(rest, 'results', json);
  });
