import data from './value-names.json' with { type: 'json' };

/** Names of one value: "4K", "UHD", "3840 x 2160". */
export type ValueNames = readonly string[];

const { $schema: _, ...byFact } = data;

/** The values that have several names, by what they are values of. */
const FACTS: readonly (readonly ValueNames[])[] = Object.values(byFact);

/** The values that have several names. */
export const NAMED_VALUES: readonly ValueNames[] = FACTS.flat();

const groups = new Map(NAMED_VALUES.flatMap((names) => names.map((name) => [name.toLowerCase(), names])));

/** All names of the value that one name means, in any case; none where it has no other. */
export const namesOfValue = (name: string): ValueNames => groups.get(name.trim().toLowerCase()) ?? [];

/** The names of the other values of the same fact: "Full HD" and "8K" for "4K". */
export const namesOfOthers = (name: string): ValueNames => {
  const names = namesOfValue(name);
  return (FACTS.find((values) => values.includes(names)) ?? []).filter((each) => each !== names).flat();
};
