import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';
import type { Filter } from '../intent/column-preference.ts';
import type { Word } from './search-terms.ts';

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
  const text = latest.join(' ');
  for (const { unit, start, end } of numbersBeforeUnits(text)) {
    const filter = filters.find(({ dimension }) => dimension === unit.dimension);
    if (filter === undefined) continue;
    for (const name of text.slice(start, end).split(' ')) if (latest.includes(name)) found.set(name, filter);
  }
  return found.size < latest.length ? found : new Map();
}
