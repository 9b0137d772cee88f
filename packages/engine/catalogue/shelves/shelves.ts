import { type Names, SHELF_ATTRIBUTES } from './shelf-attributes.ts';
import shelvesData from './shelves.json' with { type: 'json' };

/** How an attribute belongs to a shelf: nobody can choose without it, most shops record it, or some do. */
export const DEGREES = ['required', 'usual', 'possible'] as const;
export type Degree = (typeof DEGREES)[number];

/** A kind of products that shops sell. */
export interface Shelf extends Readonly<Partial<Record<Degree, readonly string[]>>> {
  readonly id: string;
  /** The shelf of which it is a part. */
  readonly within?: string;
  /** Its places in Google's product taxonomy. */
  readonly google?: readonly { readonly id: number; readonly path: string }[];
  readonly names: Names;
}

export const SHELVES = shelvesData.shelves as readonly Shelf[];

const placeOf = new Map(SHELVES.map(({ id }, place) => [id, place]));

/** The shelves that hold a shelf, itself first, as places in `SHELVES`. */
const LINES: readonly (readonly number[])[] = SHELVES.map(({ id }) => {
  const line: number[] = [];
  for (let at: string | undefined = id; at !== undefined; at = SHELVES[line.at(-1)!].within)
    line.push(placeOf.get(at)!);
  return line;
});

export const lineOf = (shelf: number): readonly number[] => LINES[shelf];

/** Whether one shelf is another one or a part of it. */
export const isWithin = (shelf: number, other: number): boolean => LINES[shelf].includes(other);

/** The smallest shelf that holds all of them; undefined where none does. */
export function commonShelf(shelves: readonly number[]): number | undefined {
  if (shelves.length === 0) return undefined;
  return LINES[shelves[0]].find((each) => shelves.every((shelf) => isWithin(shelf, each)));
}

/** Per shelf its attributes, those of the shelves that hold it included, with the highest degree of each. */
const ATTRIBUTES: readonly ReadonlyMap<string, Degree>[] = SHELVES.map((_, shelf) => {
  const degrees = new Map<string, Degree>();
  for (const degree of DEGREES)
    for (const each of LINES[shelf])
      for (const id of SHELVES[each][degree] ?? []) if (!degrees.has(id)) degrees.set(id, degree);
  return degrees;
});

/** The attributes of a shelf by their ids, required ones first, then what shoppers ask most. */
export const attributesOf = (shelf: number): ReadonlyMap<string, Degree> => ATTRIBUTES[shelf];

/** For each bound attribute the shelves that name it, and those that hold these or are parts of them. */
const HAVING: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  SHELF_ATTRIBUTES.filter(({ bound }) => bound === true).map(({ id }) => {
    const naming = SHELVES.flatMap((_, shelf) => (ATTRIBUTES[shelf].has(id) ? [shelf] : []));
    return [id, new Set(naming.flatMap((shelf) => LINES[shelf]))];
  }),
);

/** Whether a product of the shelf can have the attribute, as far as is known of shelves. */
export const mayHave = (shelf: number, attribute: string): boolean =>
  HAVING.get(attribute)?.has(shelf) ?? true;

/** The shelves that name a bound attribute. */
export const shelvesNaming = (attribute: string): readonly number[] =>
  SHELVES.flatMap((_, shelf) => (ATTRIBUTES[shelf].has(attribute) ? [shelf] : []));
