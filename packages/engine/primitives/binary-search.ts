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

/**
 * Tells which numbers an ascending array has, for numbers that are asked for in ascending order: each is looked for from
 * where the last one was, in strides that double (Bentley & Yao 1976), so that the next number of a similar array costs a
 * step or two. A lower number than the last is looked for from the start.
 */
export function ascendingLookup(numbers: ArrayLike<number>): (number: number) => boolean {
  const { length } = numbers;
  let at = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (number) => {
    if (number < last) at = 0;
    last = number;
    let high = at;
    for (let stride = 1; high < length && numbers[high] < number; stride *= 2) {
      at = high + 1;
      high += stride;
    }
    if (high > length) high = length;
    while (at < high) {
      const middle = (at + high) >>> 1;
      if (numbers[middle] < number) at = middle + 1;
      else high = middle;
    }
    return numbers[at] === number;
  };
}
