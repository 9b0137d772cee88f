/*
 * The engine for programs that have products and want an answer. The rooms beside this one have the same in parts, for
 * programs that keep catalogues, models and profiles of their own, as the service does.
 */

export type {
  ApplyOptions,
  AuditOptions,
  AuditResult,
  SheetOutcome,
  VerifyOptions,
  VerifyResult,
} from '../audit/index.ts';
export { CatalogueError, type ReadingOptions, type RoleOverrides, type Warning } from '../catalogue/index.ts';
export {
  FilterError,
  type Filters,
  type InlineProduct,
  type Model,
  type Ranking,
  type Suggestion,
  type TrainingSession,
} from '../ranking/index.ts';
export type { Persona, RawSignal } from '../session/index.ts';
export { apply, audit, verify } from './grading.ts';
export {
  createShop,
  type ListRequest,
  type RerankOptions,
  type Shop,
  type ShopOptions,
  SignalError,
  type SuggestOptions,
  type Tracked,
} from './shop.ts';
export type { ProductRecord, Source } from './source.ts';
