/** Formats a count for a message: `5,854`. */
export const figure = (count: number): string => count.toLocaleString('en-GB');
