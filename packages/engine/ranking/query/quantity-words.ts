import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';

/** The stems of a search that name quantities, such as "27" and "inch", each with the dimension of what they measure. */
export function dimensionsNamed(stems: readonly string[]): ReadonlyMap<string, string> {
  const dimensions = new Map<string, string>();
  const text = stems.join(' ');
  for (const { unit, start, end } of numbersBeforeUnits(text)) {
    for (const name of text.slice(start, end).split(' ')) {
      if (stems.includes(name) && !dimensions.has(name)) dimensions.set(name, unit.dimension);
    }
  }
  return dimensions;
}
