import { cellAt } from '../rows/coded-rows.ts';
import type { FileRows } from '../types.ts';

/** For each product the indices of its rows, in the order of the file. */
function rowsOfProducts({ productOfRow }: FileRows, products: number): readonly number[][] {
  const rows: number[][] = Array.from({ length: products }, () => []);
  for (let row = 0; row < productOfRow.length; row++)
    if (productOfRow[row] >= 0) rows[productOfRow[row]].push(row);
  return rows;
}

/**
 * Where a file writes the facts of a column, for products with several rows: in the first row, in the others, or in both.
 * Told by the products that have the fact.
 */
interface Habit {
  readonly first: boolean;
  readonly others: boolean;
}

/** The rows of each product, and where each column has its values among them. */
export class ValueRows {
  readonly #file: FileRows;
  readonly #rowsOf: readonly (readonly number[])[];
  readonly #habits = new Map<number, Habit>();

  constructor(file: FileRows, products: number) {
    this.#file = file;
    this.#rowsOf = rowsOfProducts(file, products);
  }

  /** All rows of a product. */
  all(product: number): readonly number[] {
    return this.#rowsOf[product];
  }

  /**
   * The rows of a product into which a fact of this column belongs: its first row, or those of its variants too where the
   * file states the fact once a variant. Rows that state nothing of variants, such as those of further images, stay out.
   */
  of(product: number, column: number): readonly number[] {
    const rows = this.#rowsOf[product];
    if (rows.length < 2) return rows;
    const { first, others } = this.#habit(column);
    if (!others) return rows.slice(0, 1);
    const variants = rows.slice(1).filter((row) => this.#isVariant(row, column));
    return first || variants.length === 0 ? [rows[0], ...variants] : variants;
  }

  #habit(column: number): Habit {
    const known = this.#habits.get(column);
    if (known !== undefined) return known;
    let products = 0;
    let first = 0;
    let others = 0;
    for (const rows of this.#rowsOf) {
      if (rows.length < 2) continue;
      const filled = rows.filter((row) => this.#isFilled(row, column));
      if (filled.length === 0) continue;
      products++;
      const inFirst = filled[0] === rows[0];
      if (inFirst) first++;
      if (filled.length > (inFirst ? 1 : 0)) others++;
    }
    const habit = { first: products === 0 || first * 2 >= products, others: others * 2 > products };
    this.#habits.set(column, habit);
    return habit;
  }

  /** Whether a row states a fact in most of the columns that rows of variants have, but for the one to be written. */
  #isVariant(row: number, written: number): boolean {
    this.#variantColumns ??= this.#file.names.flatMap((_, column) =>
      column > 0 && this.#habit(column).others ? [column] : [],
    );
    const others = this.#variantColumns.filter((column) => column !== written);
    const filled = others.filter((column) => this.#isFilled(row, column)).length;
    return filled * 2 > others.length;
  }

  #variantColumns: readonly number[] | undefined;

  #isFilled(row: number, column: number): boolean {
    return cellAt(this.#file.rows, row, column).trim() !== '';
  }
}
