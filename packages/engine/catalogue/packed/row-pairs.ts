import { trimmed } from '../csv/column-reader.ts';
import { DistinctTexts } from '../csv/distinct-texts.ts';
import { isPlaceholder } from '../csv/placeholders.ts';
import { ROW_JOINER } from '../csv/row-joiner.ts';
import { cellAt } from '../rows/coded-rows.ts';
import type { FileRows, RawColumn } from '../types.ts';
import { attributeKey } from './attribute-key.ts';
import type { Slot } from './pair-names.ts';

/** The most names that one product may have in one pair of columns; those beyond stay unread. Set by hand. */
const MOST_NAMES = 40;

/**
 * A pair of columns in which a product has a row for each of its attributes, as several pairs with one name a product.
 * Other pairs stay as they are.
 */
export function withRowsApart(slot: Slot, rowsOfFile: () => FileRows, products: number): Slot[] {
  if (!slot.name.texts.some((text) => text.includes(ROW_JOINER))) return [slot];
  const rows = rowsOfFile();
  const places = [slot.name, slot.value].map(({ name }) => rows.names.indexOf(name));
  const textIn = (row: number, place: number): string => trimmed(cellAt(rows.rows, row, places[place]));
  /** For each product its names, each with its values. */
  const named: Map<string, { readonly name: string; readonly values: Set<string> }>[] = Array.from(
    { length: products },
    () => new Map(),
  );
  for (let row = 0; row < rows.rows.length; row++) {
    const product = rows.productOfRow[row];
    if (product < 0) continue;
    const name = textIn(row, 0);
    if (name === '' || isPlaceholder(name)) continue;
    const own = named[product].get(attributeKey(name)) ?? { name, values: new Set<string>() };
    named[product].set(attributeKey(name), own);
    const value = textIn(row, 1);
    if (value !== '' && !isPlaceholder(value)) own.values.add(value);
  }
  const most = Math.min(
    MOST_NAMES,
    named.reduce((count, own) => Math.max(count, own.size), 1),
  );
  return Array.from({ length: most }, (_, at): Slot => {
    const column = (source: RawColumn, textOf: (product: number) => string | undefined): RawColumn => {
      const texts = new DistinctTexts();
      const cell = Int32Array.from({ length: products }, (_, product) => {
        const several = named[product].size > 1;
        const text = several ? textOf(product) : at === 0 ? source.texts[source.cell[product]] : undefined;
        return text === undefined ? -1 : texts.number(text);
      });
      const placeholders =
        at === 0 ? source.placeholders.filter((product) => named[product].size < 2) : new Int32Array(0);
      return { name: source.name, cell, texts: texts.finished(), placeholders };
    };
    const sorted = named.map((own) => [...own.values()].sort((a, b) => (a.name < b.name ? -1 : 1))[at]);
    return {
      name: column(slot.name, (product) => sorted[product]?.name),
      value: column(slot.value, (product) => {
        const values = [...(sorted[product]?.values ?? [])];
        return values.length === 0 ? undefined : values.sort().join(ROW_JOINER);
      }),
    };
  });
}
