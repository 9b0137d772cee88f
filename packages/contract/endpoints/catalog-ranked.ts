import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import {
  DiversityField,
  ExplainField,
  Facets,
  FacetsField,
  FieldsField,
  FiltersField,
  HighlightField,
  Matches,
  OffsetField,
  QueryReading,
  SeenField,
  UnmatchedField,
} from '../request-fields.ts';
import {
  Available,
  DecisionIdField,
  Explanation,
  leftOutBy,
  limitField,
  OrganizationIdField,
  QueryField,
  Rank,
  ScoreBreakdown,
  SessionIdField,
  text,
  Warnings,
  Why,
} from '../shapes.ts';
import { SignalsBatchIdField, SignalsFirstField, Tracked } from '../signals.ts';

export const catalogRanked = endpoint({
  path: '/catalog/ranked',
  operationId: 'catalogRanked',
  tag: 'Rankings',
  summary: 'Rank the catalogue for a session',
  description: 'Ranks the catalogue that the service already holds against the session.',
  metered: true,
  repeated: 'same',
  bodyLimit: limits.body.ranked,
  request: Type.Object({
    sessionId: SessionIdField,
    organizationId: OrganizationIdField,
    limit: limitField(limits.rankedLimit.max, limits.rankedLimit.default),
    category: Type.Optional(text(limits.category, 'Rank only the products of this category.')),
    query: Type.Optional(QueryField('What the shopper searched for.')),
    filters: FiltersField,
    offset: OffsetField,
    diversity: DiversityField,
    seen: SeenField,
    unmatched: UnmatchedField,
    explain: ExplainField,
    fields: FieldsField,
    highlight: HighlightField,
    facets: FacetsField,
    signals: SignalsFirstField,
    batchId: SignalsBatchIdField,
  }),
  response: Type.Object({
    decisionId: DecisionIdField,
    sessionId: Type.String(),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        rank: Rank,
        score: Type.Number(),
        scoreBreakdown: leftOutBy('explain', ScoreBreakdown),
        why: Why,
        available: Available,
        matches: Matches,
        variants: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'How many more variants of the product, such as other sizes, have no place of their own; left out for none.',
          }),
        ),
        attributes: leftOutBy(
          'fields',
          Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        ),
      }),
    ),
    total: Type.Integer({
      minimum: 0,
      description:
        'How many places the list has: the products that meet the category and the filters, variants of one counted once, without those that the request leaves out as seen or unmatched.',
    }),
    matched: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'With a `query`: how many products that meet the category and the filters meet it: they have its words (as corrections and synonyms, too), the category, sizes, named values and price limit that it says, and nothing that it excludes. They come first. Facets count these, or where there are none those that are `near`.',
      }),
    ),
    near: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'With a `query`: how many more of them have a part of it. They come next.',
      }),
    ),
    query: Type.Optional(QueryReading),
    facets: Facets,
    catalogueVersion: Type.Union([Type.String(), Type.Null()]),
    explanation: Explanation,
    tracked: Type.Optional(Tracked),
    warnings: Warnings,
  }),
});
export type CatalogRankedRequest = Static<typeof catalogRanked.request>;
export type CatalogRankedResponse = Static<typeof catalogRanked.response>;
