export {
  type Answers,
  encode,
  isRecorded,
  productsByCell,
} from './answers.ts';
export { Asked, type Column, column, missingFrom } from './asked.ts';
export { bitsComplete, bitsNow, entropy, type Missing, narrowing, type Tally } from './bits.ts';
export { complete, lawOf } from './completion.ts';
export { Narrowing } from './narrowing.ts';
export { Numbering } from './numbering.ts';
export { logGamma } from './pitman-yor.ts';
export { choosePredictors, FITTED, type Predictors } from './predictors.ts';
export { hashNumber, hashText, Random } from './random.ts';
export { cutRanges, type Scale, scaleOf } from './scale.ts';
