export { Numbering } from '../primitives/key-index.ts';
export { hashNumber, hashText, Random } from '../primitives/random.ts';
export { Asked, type Column, column, missingFrom } from './candidate-partition.ts';
export { bitsComplete, bitsNow, entropy, type Missing, narrowing, type Tally } from './decision-bits.ts';
export {
  type Answers,
  encode,
  isRecorded,
  productsByCell,
} from './encoding.ts';
export { complete, lawOf } from './hot-deck.ts';
export { Narrowing } from './information-gain.ts';
export { logGamma } from './pitman-yor.ts';
export { choosePredictors, FITTED, type Predictors } from './predictor-chain.ts';
export { cutRanges, type Scale, scaleOf } from './range-scale.ts';
