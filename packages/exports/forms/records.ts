import {
  CatalogueError,
  CodedRows,
  type ExportRows,
  flatten,
  type Warning,
} from '@decidable/engine/catalogue';
import type { ReadingBudget } from './reading-budget.ts';

/**
 * Gathers records of different fields as rows: one column a field, in the order in which they appear.
 */
export class RecordRows {
  readonly #columns = new Map<string, number>();
  readonly #rows = new CodedRows();
  readonly #lines: number[] = [];
  readonly #budget: ReadingBudget;

  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  /**
   * @param line where the record stands, for forms that have lines
   * @throws CatalogueError `too_large`, `too_many_columns` or `too_deep`, with the record
   */
  add(record: object, line?: number): void {
    const at = { record: this.#rows.length + 1, ...(line !== undefined && { line }) };
    const row: string[] = [];
    try {
      for (const [name, text] of flatten(record, this.#budget.limits.depth)) {
        let column = this.#columns.get(name);
        if (column === undefined) {
          column = this.#columns.size;
          if (column === this.#budget.limits.columns) throw this.#tooMany();
          this.#columns.set(name, column);
        }
        while (row.length <= column) row.push('');
        row[column] = text;
      }
      this.#budget.row(row, at);
    } catch (error) {
      if (error instanceof CatalogueError) throw new CatalogueError(error.code, error.message, at);
      throw error;
    }
    this.#rows.push(row);
    if (line !== undefined) this.#lines.push(line);
  }

  /** @throws CatalogueError `no_records` where no record has a field */
  finished(warnings: readonly Warning[] = []): ExportRows {
    const lines = this.#lines;
    const names = this.#names();
    if (names.length === 0)
      throw new CatalogueError(
        'no_records',
        'No record of the file has a field. Give each product its fields, as [{"id":"1","colour":"red"}].',
      );
    return {
      names,
      rows: this.#rows,
      placeOf: (row) => (lines.length > 0 ? { line: lines[row] } : { record: row + 1 }),
      warnings,
      isUnordered: true,
    };
  }

  /** The names of the fields. One that is never recorded, but is an object in other records, is none. */
  #names(): string[] {
    const names = [...this.#columns.keys()];
    const parents = new Set(
      names.flatMap((name) => [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index))),
    );
    return names.map((name, at) =>
      parents.has(name) && this.#rows.textsOf(at).texts.length === 0 ? '' : name,
    );
  }

  #tooMany(): CatalogueError {
    return new CatalogueError(
      'too_many_columns',
      `The records have more than ${this.#budget.limits.columns.toLocaleString('en-GB')} different fields. Export only the fields that describe products.`,
    );
  }
}
