/**
 * Natural logarithm of the gamma function for positive arguments: three terms of Stirling's series (Abramowitz &
 * Stegun, 6.1.41), with the argument shifted to 10 or above.
 */
export function logGamma(x: number): number {
  let shifted = x;
  let product = 1;
  while (shifted < 10) product *= shifted++;
  const inverse = 1 / (shifted * shifted);
  const series = (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / shifted;
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.9189385332046727 + series - Math.log(product);
}
