export {
  type Answers,
  encode,
  isRecorded,
  MAX_RANGES,
  productsByCell,
  RANGES_FROM,
  rangeCuts,
} from './answers.ts';
export { Asked, type Column, column, missingFrom } from './asked.ts';
export { bitsComplete, bitsNow, entropy, type Missing, narrowing, type Tally } from './bits.ts';
export { type Completed, complete, lawOf } from './completion.ts';
export { Narrowing } from './narrowing.ts';
export { Numbering } from './numbering.ts';
export { fitPitmanYor, logGamma, type PitmanYor } from './pitman-yor.ts';
export { choosePredictors, FITTED, type Predictors } from './predictors.ts';
export { hashNumber, hashText, Random } from './random.ts';
export { cutRanges, type Scale, scaleOf } from './scale.ts';
