import { type SearchResponse, search } from '@decidable/contract';
import { SerializedAnswer } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { decide } from '../ranking/decide.ts';
import { searchRanker } from '../ranking/rankers.ts';
import { addSignalsFirst } from '../sessions/sent-signals.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Ranks products that the caller sends. A session without signals leaves them in the caller's order. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(search, async (call) => {
    const { products, query, limit, explain, highlight } = call.body;
    const tracked = await addSignalsFirst(services, call);
    const request = { products, query: query?.normalize(), limit, explain, highlight };
    const {
      decisionId,
      json,
      query: read,
      explanation,
    } = await decide(services, call, searchRanker, request);
    const rest = {
      decisionId,
      sessionId: call.sessionId,
      ...(read !== undefined && { query: read }),
      explanation,
      ...tracked,
    };
    return new SerializedAnswer<SearchResponse, 'results'>(rest, 'results', json);
  });
