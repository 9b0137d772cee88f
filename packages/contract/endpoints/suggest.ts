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
  description: 'Query suggestions, scored against the session. Not metered.',
  metered: false,
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
      Type.Object({ query: Type.String(), score: Type.Number(), scoreBreakdown: ScoreBreakdown }),
    ),
    warnings: Warnings,
  }),
});
export type SuggestRequest = Static<typeof suggest.request>;
export type SuggestResponse = Static<typeof suggest.response>;
