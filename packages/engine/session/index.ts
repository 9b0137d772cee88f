export type { Language } from '../languages/language-pack.ts';
export { languagesWithThesaurus, thesaurusOf } from '../languages/words/thesaurus.ts';
export { MEASURES, type MeasureName } from './personas/measures.ts';
export type { PersonaTable } from './personas/persona-table.ts';
export * from './personas/personas.ts';
export * from './profile/decay.ts';
export { PROFILE_BOUNDS } from './profile/draft.ts';
export * from './profile/fold.ts';
export * from './profile/interactions.ts';
export { readProfile } from './profile/read-profile.ts';
export * from './signals/context.ts';
export * from './signals/parse-signals.ts';
export { EVIDENCE_KINDS, SIGNAL_TYPES } from './signals/signal-types.ts';
export { withoutSign } from './signals/value-grammar.ts';
export { timeOf } from './signals/when.ts';
export * from './text/keywords.ts';
export * from './text/names.ts';
export * from './text/shop-language.ts';
export * from './text/stemming.ts';
export * from './text/stop-words.ts';
export * from './text/tokens.ts';
export {
  EMPTY_VOCABULARY,
  hasWord,
  type Phrase,
  type Phrases,
  type Vocabulary,
  vocabularyOf,
} from './text/vocabulary.ts';
export type * from './types.ts';
