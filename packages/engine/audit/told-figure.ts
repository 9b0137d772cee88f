import { SAME_BITS } from './constants.ts';

/** A difference of figures as an answer tells it: 0 where nothing is left of it but the rounding of sums. */
export const toldFigure = (difference: number): number => (Math.abs(difference) < SAME_BITS ? 0 : difference);
