export { type Trained, trainModel } from './train-model.ts';
