/** Whether the last of some digits is their check digit: the weights 3 and 1 from the right (GS1 General Specifications). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight)
    sum += weight * Number(digits[at]);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}
