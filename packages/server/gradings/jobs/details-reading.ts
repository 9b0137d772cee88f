import type { SheetQuestion } from '@decidable/engine/audit';

/** Where the sections of the details lie in their file: `[from, length]` in bytes. */
export interface DetailsIndex {
  readonly products: Section;
  /** By the place of the attribute in the result. */
  readonly attributes: readonly Section[];
}

export type Section = readonly [from: number, length: number];

/** The products that any attribute lacks, in lists of one length. */
export interface DetailedProducts {
  readonly ids: readonly string[];
  readonly titles: readonly string[];
  readonly categories: readonly string[];
  /** What the export says of them, cut; absent in details from before. */
  readonly texts?: readonly string[];
}

/** What a grading found of one attribute. */
export interface DetailedAttribute {
  /** Places in the lists of products, most useful first. */
  readonly affected: readonly number[];
  /** Products, as places in the lists, whose value another column implies, and the values. */
  readonly suggested: readonly number[];
  readonly suggestions: readonly string[];
  readonly derivedFrom?: string;
  readonly question?: SheetQuestion;
}

const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

export const readProducts = (section: Uint8Array): DetailedProducts => read(section) as DetailedProducts;

export const readAttribute = (section: Uint8Array): DetailedAttribute => read(section) as DetailedAttribute;

/** A section of the whole file. */
export const sectionOf = (bytes: Uint8Array, [from, length]: Section): Uint8Array =>
  bytes.subarray(from, from + length);
