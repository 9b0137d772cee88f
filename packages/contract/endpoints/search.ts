import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { ExplainField, HighlightField, Matches, QueryReading } from '../request-fields.ts';
import {
  Available,
  DecisionIdField,
  Explanation,
  InlineProduct,
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

export const search = endpoint({
  path: '/search',
  operationId: 'search',
  tag: 'Rankings',
  summary: 'Rank products that the caller sends',
  description:
    "Ranks a list of products against the session. Without signals the caller's order is kept. An entry without a usable id, or with an id that came before, is left out and named in `left_out`.",
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.items,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    products: Type.Array(InlineProduct, {
      maxItems: limits.items,
      description:
        "The products in the caller's order, each with its id and its attributes by name beside it.",
    }),
    query: Type.Optional(QueryField('What the shopper searched for.')),
    limit: limitField(limits.itemsLimit.max, 'all'),
    explain: ExplainField,
    highlight: HighlightField,
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
export type SearchRequest = Static<typeof search.request>;
export type SearchResponse = Static<typeof search.response>;
