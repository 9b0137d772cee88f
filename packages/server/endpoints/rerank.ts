import { type RerankResponse, rerank } from '@decidable/contract';
import { serve } from '../gateway/endpoint.ts';
import { WrittenAnswer } from '../gateway/written-answer.ts';
import { decide, refuseDuplicates } from '../ranking/decide.ts';
import { rerankRanker } from '../ranking/rankers.ts';
import type { Services } from '../services.ts';

/** Reorders the results of the caller's own search engine. Nothing that was sent is dropped, but by `limit`. */
export const serveRerank = (live: Services) =>
  serve(rerank, async (call) => {
    const { results, query, limit, strength } = call.body;
    refuseDuplicates(
      'results',
      results.map((result) => (typeof result === 'string' ? result : result.id)),
    );
    const request = { results, query: query?.normalize(), limit, strength };
    const { decisionId, json, explanation } = await decide(live, call, rerankRanker, request);
    const rest = { decisionId, sessionId: call.sessionId, explanation };
    return new WrittenAnswer<RerankResponse, 'results'>(rest, 'results', json);
  });
