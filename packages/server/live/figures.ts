const GRAIN = 1e12;

/**
 * A score as answers tell it: to 12 decimal places, at which rankings compare scores. What is beyond is noise that
 * would fill every answer with digits.
 */
export const told = (score: number): number => Math.round(score * GRAIN) / GRAIN;
