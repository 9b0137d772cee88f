import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { OrganizationIdField, Personas, QueryField, SessionIdField, Warnings } from '../shapes.ts';

export const trackKeywords = endpoint({
  path: '/track/keywords',
  operationId: 'trackKeywords',
  tag: 'Signals and sessions',
  summary: 'Send what a shopper searched for',
  description: 'Takes a raw query; the service extracts the keywords and what they match in the catalogue.',
  metered: true,
  repeated: 'twice',
  bodyLimit: limits.body.session,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    query: QueryField('What the shopper typed, raw.'),
  }),
  response: Type.Object({
    sessionId: Type.String(),
    keywords: Type.Array(Type.String()),
    matched: Type.Array(
      Type.Object({ keyword: Type.String(), attribute: Type.String(), value: Type.String() }),
    ),
    priceRange: Type.Optional(
      Type.Object({ min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) }),
    ),
    personas: Personas,
    warnings: Warnings,
  }),
});
export type TrackKeywordsRequest = Static<typeof trackKeywords.request>;
export type TrackKeywordsResponse = Static<typeof trackKeywords.response>;
