import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';
import { measureOf } from '../../catalogue/numbers/units.ts';
import { countDimension } from '../indexing/number-columns.ts';
import type { Filter } from '../intent/column-preference.ts';
import type { Word } from '../query/words/reading.ts';

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

/** Words between a number and what is counted: "4 internal drive bays". Set by hand. */
const MOST_BETWEEN = 2;

/** The stems of a search that say how many there are of something, with those between: "4", "hdmi" and "port", each with the filter. */
export function countsNamed<Own extends Pick<Filter, 'dimension' | 'named'>>(
  stems: readonly string[],
  filters: readonly Own[],
): readonly (readonly [name: string, filter: Own])[] {
  return stems.flatMap((number, k) => {
    const behind = stems.slice(k + 1, k + 2 + MOST_BETWEEN);
    // Another number or a unit belongs to something else.
    const end = behind.findIndex((name) => /^\d/.test(name) || measureOf(name) !== undefined);
    for (const [j, noun] of (end < 0 ? behind : behind.slice(0, end)).entries()) {
      const filter = filters.find(
        ({ dimension, named }) => dimension === countDimension(noun) && named?.includes(number) === true,
      );
      if (filter !== undefined) return stems.slice(k, k + 2 + j).map((name) => [name, filter] as const);
    }
    return [];
  });
}

/**
 * The words of the last search that name a quantity, such as "27" and "inch", with the filter that they state. A product
 * that meets it has these words, whether or not its texts say so; empty where the search has no other words.
 */
export function measuredWords(
  words: readonly Word[],
  filters: readonly Filter[],
): ReadonlyMap<string, Filter> {
  const found = new Map<string, Filter>();
  if (!filters.some(({ dimension }) => dimension !== undefined)) return found;
  const latest = words.flatMap(({ name, latest }) => (latest === true ? [name] : []));
  for (const [name, named] of dimensionsNamed(latest)) {
    const filter = filters.find(({ dimension }) => dimension === named);
    if (filter !== undefined) found.set(name, filter);
  }
  for (const [name, filter] of countsNamed(latest, filters)) if (!found.has(name)) found.set(name, filter);
  return found.size < latest.length ? found : new Map();
}
