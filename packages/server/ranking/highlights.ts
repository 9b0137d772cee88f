import type { AttributeValue } from '@decidable/contract';
import { type Place, placesIn, type Ranking } from '@decidable/engine/ranking';
import { type JsonWriter, piece } from '../json/json-writer.ts';
import { cellValue, type DisplayedAttributes, type DisplayedColumn } from '../shops/displayed-attributes.ts';

type Searched = NonNullable<Ranking['searched']>;

/** Where a search stands in an attribute; `item` is the place in a list. */
interface Highlight extends Place {
  readonly attribute: string;
  readonly item?: number;
}

/** Where a search stands in a value; numbers, true and false are no texts. */
function* highlightsIn(attribute: string, value: AttributeValue, searched: Searched): Generator<Highlight> {
  if (typeof value === 'string') {
    for (const place of placesIn(value, searched)) yield { attribute, ...place };
  } else if (Array.isArray(value)) {
    for (const [item, each] of value.entries()) {
      if (typeof each !== 'string') continue;
      for (const place of placesIn(each, searched)) yield { attribute, item, ...place };
    }
  }
}

/** The highlights of one item, ready to be written. */
export type WriteHighlights<Key> = (key: Key, out: JsonWriter) => void;

const MATCHES = piece(',"matches":');

function writer<Key>(found: ReadonlyMap<Key, string>): WriteHighlights<Key> {
  return (key, out) => {
    const json = found.get(key);
    if (json !== undefined) out.piece(MATCHES).piece(piece(json));
  };
}

/** Where a search stands in the attributes that items of a catalogue have, a product in each step. */
export function* highlightsOfProducts(
  products: readonly number[],
  shown: DisplayedAttributes,
  columns: readonly DisplayedColumn[] | undefined,
  searched: Searched,
): Generator<void, WriteHighlights<number>> {
  /** Many products have the same cell. */
  const known = new Map<DisplayedColumn, Map<number, readonly Highlight[]>>();
  const inCell = (column: DisplayedColumn, cell: number): readonly Highlight[] => {
    const cells = known.get(column) ?? new Map<number, readonly Highlight[]>();
    known.set(column, cells);
    let matches = cells.get(cell);
    if (matches === undefined) {
      matches = [...highlightsIn(column.name, cellValue(column, cell), searched)];
      cells.set(cell, matches);
    }
    return matches;
  };
  const found = new Map<number, string>();
  for (const product of products) {
    const matches: Highlight[] = [];
    for (const [column, cell] of shown.cellsOf(product, columns)) matches.push(...inCell(column, cell));
    if (matches.length > 0) found.set(product, JSON.stringify(matches));
    yield;
  }
  return writer(found);
}

/** Where a search stands in the attributes that products were sent with, a product in each step. */
export function* highlightsOfSent<Key>(
  sent: Iterable<readonly [Key, Readonly<Record<string, AttributeValue>>]>,
  searched: Searched,
): Generator<void, WriteHighlights<Key>> {
  const found = new Map<Key, string>();
  for (const [key, attributes] of sent) {
    const matches = Object.entries(attributes).flatMap(([name, value]) => [
      ...highlightsIn(name, value, searched),
    ]);
    if (matches.length > 0) found.set(key, JSON.stringify(matches));
    yield;
  }
  return writer(found);
}
