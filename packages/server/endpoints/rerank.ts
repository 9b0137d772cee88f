import { type RerankResponse, rerank } from '@decidable/contract';
import { SerializedAnswer } from '../http/body/serialized-answer.ts';
import { serve } from '../http/endpoint.ts';
import { decide } from '../ranking/decide.ts';
import { rerankRanker } from '../ranking/rankers.ts';
import { unusedScores } from '../ranking/unused-scores.ts';
import { addSignalsFirst } from '../sessions/sent-signals.ts';
import type { ServeEndpoint } from './dependencies.ts';

/** Reorders the results of the caller's own search engine. Nothing that was sent is dropped, but by `limit`. */
export const serveEndpoint: ServeEndpoint = ({ services }) =>
  serve(rerank, async (call) => {
    const { results, query, limit, strength, explain, highlight } = call.body;
    const tracked = await addSignalsFirst(services, call);
    const unused = unusedScores(results);
    if (unused !== undefined) call.warn(unused);
    const request = { results, query: query?.normalize(), limit, strength, explain, highlight };
    const {
      decisionId,
      json,
      query: read,
      explanation,
    } = await decide(services, call, rerankRanker, request);
    const rest = {
      decisionId,
      sessionId: call.sessionId,
      ...(read !== undefined && { query: read }),
      explanation,
      ...tracked,
    };
    return new SerializedAnswer<RerankResponse, 'results'>(rest, 'results', json);
  });
