import { numbersBeforeUnits } from '../../catalogue/numbers/quantities.ts';
import { countOf } from '../indexing/number-columns.ts';
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

/** Words between a number and what is counted: "4 internal drive bays". Set by hand. */
const MOST_BETWEEN = 2;

/** The stems of a search that may name how many there are of something, such as "8" and "core", each with what that counts. */
function countsNamed(stems: readonly string[]): readonly (readonly [name: string, dimension: string])[] {
  return stems.flatMap((number, k) => {
    if (!/^\d{1,4}$/.test(number)) return [];
    return stems
      .slice(k + 1, k + 2 + MOST_BETWEEN)
      .flatMap((noun, between) =>
        stems.slice(k, k + 2 + between).map((name) => [name, countOf(noun)] as const),
      );
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
  for (const [name, named] of [...dimensionsNamed(latest), ...countsNamed(latest)]) {
    const filter = filters.find(({ dimension }) => dimension === named);
    if (filter !== undefined) found.set(name, filter);
  }
  return found.size < latest.length ? found : new Map();
}
