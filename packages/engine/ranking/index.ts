export { RANKING_PERSONAS } from './experts/persona.ts';
export { type Facet, facetsInSteps } from './facets/facets.ts';
export { buildIndex, type CatalogueIndex } from './indexing/catalogue-index.ts';
export type { Paths } from './indexing/category-paths.ts';
export { signsOfTerm } from './indexing/codes/code-signs.ts';
export type { Column } from './indexing/column.ts';
export { measuredIn } from './indexing/measured-columns.ts';
export { type PackedIndex, packIndex, unpackIndex } from './indexing/packed-index.ts';
export { placeOfRank } from './indexing/price-scale.ts';
export {
  LONGEST_SYNONYM,
  MOST_SYNONYMS,
  readSynonyms,
  type SynonymRule,
  type Synonyms,
  stemsOfSynonym,
} from './indexing/synonyms.ts';
export { columnNamed, valueNamed, valuesNamed } from './indexing/value-lookup.ts';
export { variantsDiffer } from './indexing/variants/variant-facts.ts';
export { type Variants, variantsOf } from './indexing/variants/variants.ts';
export {
  type Neighbours,
  type PackedVectors,
  QuantisedVectors,
} from './indexing/vectors/quantised-vectors.ts';
export { EMPTY_PROFILE } from './intent/empty-profile.ts';
export { hasStated, sessionStateOf } from './intent/session-state.ts';
export { emptyModel } from './learning/empty-model.ts';
export type { Exposed } from './learning/exposures.ts';
export { deserialise, deserialiseInSteps, ModelFormatError, serialise } from './learning/model-format.ts';
export { profileOf, type TrainOptions, train } from './learning/train.ts';
export { Mixture } from './mixture/mixture.ts';
export { type BoundModel as Binding, bind, bindStepwise } from './model/bound-model.ts';
export { type Model, update } from './model/model.ts';
export type { Purchases } from './model/repeat-intervals.ts';
export type { TrainingSession, TrainingStep } from './model/training-session.ts';
export { movesAmong } from './model/visit-moves.ts';
export { boundedVisit } from './model/visit-share.ts';
export { withNamedSynonyms } from './query/named-synonyms.ts';
export { readSearchesAhead, searchReader, withValues } from './query/parsed-query.ts';
export { type Place, placesIn } from './query/searched-words.ts';
export { synonymRulesFor } from './query/session-query.ts';
export { usualSynonymsInSteps } from './query/usual-synonyms.ts';
export { type Candidates, type RankRequest, rank, requestedCandidates, steadyTime } from './rank.ts';
export {
  type Constraint,
  type Filter,
  FilterError,
  type Filters,
  readFilters,
  type UnknownValue,
} from './request/filters.ts';
export { judge } from './request/judgement.ts';
export { attributeNamed, attributeNames } from './request/named-attribute.ts';
export { narrowedProducts } from './request/narrowed-products.ts';
export { hasCategory, unknownCategory } from './request/unknown-category.ts';
export { unknownInSignals } from './request/unknown-signals.ts';
export { unknownValues } from './request/unknown-values.ts';
export { refusedSign } from './request/unwanted-values.ts';
export {
  listCandidates,
  type RerankedItem,
  rankProducts,
  rerank,
} from './rerank.ts';
export { buildCompletions } from './suggest/build-completions.ts';
export { type Completions, NO_COMPLETIONS } from './suggest/completions.ts';
export { LEAST_SESSIONS, type SentQuery } from './suggest/popular-queries.ts';
export { findsProducts } from './suggest/products-found.ts';
export { type Suggestion, suggest, suggestInSteps } from './suggest/suggest.ts';
export { topOf } from './top-k.ts';
export type { SuppressionReason } from './types.ts';
export * from './types.ts';
