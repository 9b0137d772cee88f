export { bind } from './binding.ts';
export { buildIndex, type CatalogueIndex } from './catalogue-index.ts';
export { emptyModel, type Model, type TrainingSession, update } from './model.ts';
export { type RankRequest, rank } from './rank.ts';
export * from './types.ts';
