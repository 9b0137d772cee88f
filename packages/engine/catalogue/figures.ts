/** A count as reports write it: `5,854`. */
export const figure = (count: number): string => count.toLocaleString('en-GB');
