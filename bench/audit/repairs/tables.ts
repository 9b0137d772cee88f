import type { Table } from '@decidable/engine/catalogue';
import { chance, shuffled } from '../chance.ts';

/** At most so many products of a table, picked at random. */
export function sampled(table: Table, most: number): Table {
  if (table.ids.length <= most) return table;
  const products = table.ids.map((_, product) => product);
  return keeping(
    table,
    shuffled(products, chance(most))
      .slice(0, most)
      .sort((left, right) => left - right),
  );
}

/** A table with some of its products. */
export function keeping(table: Table, products: readonly number[]): Table {
  return {
    ...table,
    ids: products.map((product) => table.ids[product]),
    columns: table.columns.map((own) => {
      const texts: string[] = [];
      const place = new Map<number, number>();
      const cell = Int32Array.from(products, (product) => {
        const text = own.cell[product];
        if (text < 0) return -1;
        let index = place.get(text);
        if (index === undefined) {
          index = texts.push(own.texts[text]) - 1;
          place.set(text, index);
        }
        return index;
      });
      return { name: own.name, cell, texts, placeholders: new Int32Array(0) };
    }),
  };
}

export function recordedIn(table: Table, column: number): number[] {
  const { cell } = table.columns[column];
  const products: number[] = [];
  for (let product = 0; product < cell.length; product++) if (cell[product] >= 0) products.push(product);
  return products;
}

/** The text of a cell; undefined where it is empty. */
export function textIn({ columns }: Table, column: number, product: number): string | undefined {
  const { cell, texts } = columns[column];
  return cell[product] < 0 ? undefined : texts[cell[product]];
}

/** Texts that a reader of exports takes for nothing. */
const PLACEHOLDER = 'n/a';

/** A table with other texts in some cells of a column; an undefined text empties the cell. */
export function withTexts(
  table: Table,
  column: number,
  filled: ReadonlyMap<number, string | undefined>,
): Table {
  const columns = table.columns.map((own, index) => {
    if (index !== column) return own;
    const cell = own.cell.slice();
    const texts = [...own.texts];
    const placeholders = [...own.placeholders];
    const place = new Map(texts.map((text, at) => [text, at]));
    for (const [product, text] of filled) {
      if (text === undefined || text === PLACEHOLDER) {
        cell[product] = -1;
        if (text !== undefined) placeholders.push(product);
        continue;
      }
      let at = place.get(text);
      if (at === undefined) {
        at = texts.push(text) - 1;
        place.set(text, at);
      }
      cell[product] = at;
    }
    return { ...own, cell, texts, placeholders: Int32Array.from(placeholders.sort((a, b) => a - b)) };
  });
  return { ...table, columns };
}
