export { type Binding, bind, bindStepwise } from './binding.ts';
export { buildIndex, type CatalogueIndex, placeOfRank } from './catalogue-index.ts';
export { type Column, measuredIn } from './columns.ts';
export type { Exposed } from './learning/exposures.ts';
export { profileOf, train } from './learning/train.ts';
export { Mixture } from './mixture.ts';
export { emptyModel, type Model, update } from './model.ts';
export { columnNamed, valueNamed } from './naming.ts';
export { type PackedIndex, packIndex, unpackIndex } from './packing.ts';
export type { Paths } from './paths.ts';
export { rank, shelfCandidates } from './rank.ts';
export {
  listCandidates,
  type RerankedItem,
  rankProducts,
  rerank,
} from './rank-products.ts';
export { saidSomething, sceneOf } from './scene.ts';
export { topOf } from './selection.ts';
export { LEAST_SESSIONS, type SentQuery } from './sent-queries.ts';
export { deserialise, deserialiseInSteps, ModelFormatError, serialise } from './serialise.ts';
export { suggestInSteps } from './suggest.ts';
export * from './types.ts';
export { movesAmong } from './visit-moves.ts';
export type { TrainingSession, TrainingStep } from './visits.ts';
