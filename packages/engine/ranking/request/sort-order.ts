import { numberIn } from '../../catalogue/numbers/lone-number.ts';
import { handleOf } from '../../session/text/names.ts';
import type { Profile } from '../../session/types.ts';
import type { CatalogueIndex } from '../indexing/catalogue-index.ts';
import type { Column } from '../indexing/column.ts';
import { lastStepOf } from '../query/named-values.ts';
import { attributeNamed } from './named-attribute.ts';

/** The order that a shopper chose for the list at hand. */
export interface SortOrder {
  /** As it was sent: `price_asc`. */
  readonly name: string;
  readonly attribute: 'price' | Column;
  /** 1 for the lowest first, -1 for the highest. */
  readonly direction: 1 | -1;
}

/** How long a chosen order holds, in ms: longer than shoppers stay with one list. Set by hand. */
const HOLDS_FOR = 60 * 60_000;
const EVIDENCE = 'sort:';

/** What orders are called on the wire, after their attribute. */
const DIRECTIONS = [
  { direction: 1, pattern: /^(.+)-(?:asc|ascending|low-to-high|low-high)$/ },
  { direction: -1, pattern: /^(.+)-(?:desc|descending|high-to-low|high-low)$/ },
] as const;

/**
 * The order that holds for a session: the last one that was chosen, for an hour, until the shopper searches or opens a
 * category, since that begins another list. `undefined` without one, and where the catalogue does not have its attribute.
 *
 * @param now ms since the epoch
 */
export function sortOrderOf(
  index: CatalogueIndex,
  { evidence, interests }: Profile,
  now: number,
): SortOrder | undefined {
  let last: Profile['evidence'][number] | undefined;
  for (const one of evidence) {
    if (one.name.startsWith(EVIDENCE) && (last === undefined || one.step >= last.step)) last = one;
  }
  if (last === undefined || now - last.at > HOLDS_FOR) return undefined;
  if (last.step < Math.max(lastStepOf(interests.category), lastStepOf(interests.keyword))) return undefined;
  return readOrder(index, last.name.slice(EVIDENCE.length));
}

function readOrder(index: CatalogueIndex, name: string): SortOrder | undefined {
  const handle = handleOf(name);
  const dates = index.columns.find(({ isDate }) => isDate);
  if (handle === 'newest' || handle === 'oldest') {
    return dates && { name, attribute: dates, direction: handle === 'oldest' ? 1 : -1 };
  }
  for (const { direction, pattern } of DIRECTIONS) {
    const asked = pattern.exec(handle)?.[1];
    const attribute = asked === undefined ? undefined : sortable(index, asked);
    if (attribute !== undefined) return { name, attribute, direction };
  }
  // An order without a direction, such as "rating", puts the best first.
  const attribute = sortable(index, handle);
  return attribute && { name, attribute, direction: -1 };
}

function sortable(index: CatalogueIndex, name: string): 'price' | Column | undefined {
  const attribute = attributeNamed(index, name);
  if (attribute === undefined || attribute === 'availability') return undefined;
  return attribute === 'price' || attribute.numbers !== undefined || attribute.isDate ? attribute : undefined;
}

/** Per product the number that it is sorted by; NaN without one. */
function numbersOf({ logPrice, size }: CatalogueIndex, attribute: 'price' | Column): Float64Array {
  if (attribute === 'price') return logPrice;
  const { exact, numbers = [], labels, cell, cellStart, cellValues } = attribute;
  return Float64Array.from({ length: size }, (_, product) => {
    const known = exact?.sizes[exact.places[product]];
    if (known !== undefined || cell[product] < 0) return known ?? Number.NaN;
    const value = cellValues[cellStart[cell[product]]];
    // A value that a caller sent is none of the catalogue's.
    return numbers[value] ?? numberIn(labels[value]);
  });
}

/** Where products stand in a chosen order. */
export interface SortPlaces {
  /** `[product]`: from 0; the same for equal values. */
  readonly places: Int32Array;
  /** One more than the highest place. */
  readonly count: number;
}

/** Of products without the attribute in {@link quartersOf}: behind the quarters. */
const WITHOUT = 4;

/** An order in quarters of the products that meet a search: each as far from the first as its quarter. */
export function quartersOf({ places, count }: SortPlaces, meets: (product: number) => boolean): SortPlaces {
  const known = places.filter((place, product) => place < count - 1 && meets(product)).sort();
  const ends = [1, 2, 3].map((quarter) => known[Math.ceil((quarter * known.length) / 4) - 1] ?? count);
  const quarters = places.map((place) =>
    place === count - 1 ? WITHOUT : ends.filter((end) => place > end).length,
  );
  return { places: quarters, count: WITHOUT + 1 };
}

/** The places of products in a chosen order: by the attribute, those without a value last. */
export function sortPlaces(
  index: CatalogueIndex,
  { attribute, direction }: Pick<SortOrder, 'attribute' | 'direction'>,
): SortPlaces {
  const numbers = numbersOf(index, attribute);
  const distinct = [...new Set(numbers.filter((number) => !Number.isNaN(number)).sort())];
  if (direction < 0) distinct.reverse();
  const placeOf = new Map(distinct.map((number, place) => [number, place]));
  const places = Int32Array.from(numbers, (number) => placeOf.get(number) ?? distinct.length);
  return { places, count: distinct.length + 1 };
}
