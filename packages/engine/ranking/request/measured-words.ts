import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';
import { measureOf } from '../../catalogue/numbers/units.ts';
import { countDimension } from '../indexing/number-columns.ts';

/** Words between a number and what is counted: "4 internal drive bays". Set by hand. */
const MAX_BETWEEN = 2;

/**
 * The stems of a search that say how much or how many, each with its dimension: "27" and "inch", and of a count the words between,
 * too: "4", "hdmi" and "port".
 *
 * @param counts the dimensions of what is counted
 * @param numbers how many of these the search says, as filters say it
 */
export function dimensionsNamed(
  stems: readonly string[],
  counts: readonly string[],
  numbers: readonly string[],
): ReadonlyMap<string, string> {
  const dimensions = new Map<string, string>();
  const text = stems.join(' ');
  for (const { unit, start, end } of numbersBeforeUnits(text)) {
    for (const name of text.slice(start, end).split(' ')) {
      if (stems.includes(name) && !dimensions.has(name)) dimensions.set(name, unit.dimension);
    }
  }
  for (const [k, number] of stems.entries()) {
    if (counts.length === 0 || !numbers.includes(number)) continue;
    const behind = stems.slice(k + 1, k + 2 + MAX_BETWEEN);
    // Another number or a unit belongs to something else.
    const end = behind.findIndex((name) => /^\d/.test(name) || measureOf(name) !== undefined);
    const noun = (end < 0 ? behind : behind.slice(0, end)).findIndex((name) =>
      counts.includes(countDimension(name)),
    );
    if (noun < 0) continue;
    for (const name of stems.slice(k, k + 2 + noun)) dimensions.set(name, countDimension(behind[noun]));
  }
  return dimensions;
}
