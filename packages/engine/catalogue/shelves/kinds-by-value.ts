import type { Attribute } from '../types.ts';
import { columnsByValue, SAMPLED_VALUES } from './category-columns.ts';
import { ShelfReader } from './shelf-reader.ts';

/** Columns from which the language is told; set by hand, it bounds the time. */
const MAX_SOURCES = 30;

/** The columns of a file whose values name shelves, whatever they are called. */
export function columnsOfKinds(attributes: readonly Attribute[]): ReadonlySet<Attribute> {
  const sources = attributes
    .filter(({ kind }) => kind === 'category' || kind === 'list')
    .slice(0, MAX_SOURCES)
    .map(({ values }) => values.slice(0, SAMPLED_VALUES).map(({ label }) => label));
  const reader = new ShelfReader(
    sources,
    attributes.map(({ name }) => name),
  );
  return new Set(columnsByValue(attributes, reader).map(({ attribute }) => attribute));
}
