export {
  type PutAsideReport,
  type PutAsideVisit,
  putAsideReport,
  REASONS,
  type Reason,
} from './admission/index.ts';
export { type Trained, trainModel } from './train-model.ts';
