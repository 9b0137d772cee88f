import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  limitField,
  OrganizationIdField,
  QueryField,
  ScoreBreakdown,
  SessionIdField,
  Warnings,
} from '../shapes.ts';

export const suggest = endpoint({
  path: '/suggest',
  operationId: 'suggest',
  tag: 'Rankings',
  summary: 'Suggest queries',
  description:
    'Completes what is typed to categories, brands, products, phrases of both, and queries of others, scored against the session. Each finds something when it is searched for. Not metered.',
  metered: false,
  repeated: 'same',
  bodyLimit: limits.body.ranked,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    query: Type.Optional(QueryField('What is typed so far.')),
    limit: limitField(limits.suggestLimit.max, limits.suggestLimit.default),
  }),
  response: Type.Object({
    sessionId: Type.String(),
    suggestions: Type.Array(
      Type.Object({
        query: Type.String({ description: 'What to search for, as people write it.' }),
        score: Type.Number(),
        scoreBreakdown: ScoreBreakdown,
        type: Type.Optional(
          Type.Enum(['product', 'category', 'brand', 'phrase', 'query'], {
            description:
              'What it is: the name of a product, a category, a brand, a brand or value with a category (`phrase`), or what others searched for.',
          }),
        ),
        productId: Type.Optional(
          Type.String({ description: 'The product, where `type` is `product` and only one has the name.' }),
        ),
      }),
    ),
    warnings: Warnings,
  }),
});
export type SuggestRequest = Static<typeof suggest.request>;
export type SuggestResponse = Static<typeof suggest.response>;
