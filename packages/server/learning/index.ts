export {
  type PutAsideReport,
  type PutAsideVisit,
  putAsideReport,
  REASONS,
  type Reason,
} from './admission/index.ts';
export { learnedSynonymsOf } from './learned-model.ts';
export type { LearnedSynonym } from './learned-synonyms.ts';
export { type Trained, trainModel } from './train-model.ts';
