/**
 * The position of the first element that is not below `least` in an ascending array; the length where all are below.
 */
export function firstNotBelow(numbers: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
