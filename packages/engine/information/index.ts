export { KeyIndex } from '../primitives/key-index.ts';
export { hashNumber, hashText, Random } from '../primitives/random.ts';
export { CandidatePartition, type CompletedColumn, column, missingMask } from './candidate-partition.ts';
export { bitsComplete, bitsNow, entropy, type Missing, narrowing, type Tally } from './decision-bits.ts';
export {
  countByCell,
  type EncodedAttribute,
  encode,
  isRecorded,
} from './encoding.ts';
export { fitAnswerDistribution, imputeHotDeck } from './hot-deck.ts';
export { InformationGain } from './information-gain.ts';
export { logGamma } from './pitman-yor.ts';
export { choosePredictorChain, FITTED_PRODUCTS, type PredictorChain } from './predictor-chain.ts';
export { cutRanges, type RangeScale, rangeScaleOf } from './range-scale.ts';
