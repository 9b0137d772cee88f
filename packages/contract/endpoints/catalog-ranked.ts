import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  Available,
  DecisionIdField,
  Explanation,
  limitField,
  OrganizationIdField,
  Rank,
  ScoreBreakdown,
  SessionIdField,
  text,
  Warnings,
  Why,
} from '../shapes.ts';

export const catalogRanked = endpoint({
  path: '/catalog/ranked',
  operationId: 'catalogRanked',
  tag: 'Rankings',
  summary: 'Rank the catalogue for a session',
  description: 'Ranks the catalogue that the service already holds against the session.',
  metered: true,
  bodyLimit: limits.body.ranked,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    limit: limitField(limits.rankedLimit.max, limits.rankedLimit.default),
    category: Type.Optional(text(limits.category, 'Rank only the products of this category.')),
  }),
  response: Type.Object({
    decisionId: DecisionIdField,
    sessionId: Type.String(),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        rank: Rank,
        score: Type.Number(),
        scoreBreakdown: ScoreBreakdown,
        why: Why,
        available: Available,
        attributes: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      }),
    ),
    total: Type.Integer({ minimum: 0, description: 'How many products were ranked.' }),
    catalogueVersion: Type.Union([Type.String(), Type.Null()]),
    explanation: Explanation,
    warnings: Warnings,
  }),
});
export type CatalogRankedRequest = Static<typeof catalogRanked.request>;
export type CatalogRankedResponse = Static<typeof catalogRanked.response>;
