import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';
import type { Filter } from '../intent/column-preference.ts';
import type { Word } from './words/reading.ts';

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
  return found.size < latest.length ? found : new Map();
}
