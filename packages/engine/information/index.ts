export { entropy } from './decision-bits.ts';
export type { EncodedAttribute } from './encoding.ts';
export { fitAnswerDistribution, imputeHotDeck } from './hot-deck.ts';
