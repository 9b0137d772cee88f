import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ExplainField, HighlightField, Matches, QueryReading } from '../request-fields.ts';
import {
  Attributes,
  Available,
  DecisionIdField,
  Explanation,
  id,
  LeftOutField,
  leftOutBy,
  limitField,
  OrganizationIdField,
  QueryField,
  Rank,
  ScoreBreakdown,
  SessionIdField,
  Warnings,
  Why,
} from '../shapes.ts';
import { SignalsBatchIdField, SignalsFirstField, Tracked } from '../signals.ts';

const ResultId = id(limits.itemId, 'The product id.');

export const rerank = endpoint({
  path: '/rerank',
  operationId: 'rerank',
  tag: 'Rankings',
  summary: "Reorder the results of the caller's own search engine",
  description:
    'Blends the relevance of the given order (or of the given scores) with the session. Nothing else that was sent is dropped. An entry without a usable id, or with an id that came before, is left out and named in `left_out`.',
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.items,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    results: Type.Array(
      Type.Union([
        ResultId,
        Type.Object(
          {
            id: ResultId,
            score: Type.Optional(Type.Number({ description: "The search engine's own score." })),
            attributes: Type.Optional(Attributes),
          },
          {
            description:
              'Attributes may also stand beside the id, as in `/search`: texts, numbers, true or false, or lists of them, and what is nested as there. What `attributes` says goes before them.',
          },
        ),
      ]),
      { maxItems: limits.items, description: "In the search engine's order, best first." },
    ),
    query: Type.Optional(QueryField('What the shopper searched for.')),
    limit: limitField(limits.itemsLimit.max, 'all'),
    explain: ExplainField,
    highlight: HighlightField,
    strength: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: limits.strength.max,
        default: limits.strength.default,
        description: "How far the session may change the order; 0 is the caller's order.",
      }),
    ),
    signals: SignalsFirstField,
    batchId: SignalsBatchIdField,
  }),
  response: Type.Object({
    decisionId: DecisionIdField,
    sessionId: Type.String(),
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        rank: Rank,
        previousRank: Rank,
        score: Type.Number(),
        scoreBreakdown: leftOutBy('explain', ScoreBreakdown),
        why: Why,
        available: Available,
        matches: Matches,
      }),
    ),
    query: Type.Optional(QueryReading),
    explanation: Explanation,
    left_out: LeftOutField,
    tracked: Type.Optional(Tracked),
    warnings: Warnings,
  }),
});
export type RerankRequest = Static<typeof rerank.request>;
export type RerankResponse = Static<typeof rerank.response>;
