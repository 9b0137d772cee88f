import type { RowList, Warning } from '../types.ts';

/** Where a row stands in what was given: counted from 1, as far as the form has it. */
export interface Place {
  /** Of a text: the line on which the row begins. Of a sheet: the row. */
  readonly line?: number;
  /** Of records (JSON, XML, Parquet): the record. */
  readonly record?: number;
  /** The file, where several were given. */
  readonly file?: string;
}

/** A sheet as it is written: the header, and whatever stands above and below it. */
export interface Grid {
  readonly rows: RowList;
  placeOf(row: number): Place;
  readonly warnings: readonly Warning[];
}

/** The rows of an export, in whichever form it was. */
export interface ExportRows {
  /**
   * Names of the columns: trimmed, in NFC, unique. An empty name is a column that is not read: it has no name, and
   * hardly a value.
   */
  readonly names: readonly string[];
  /** Rows may be blank, or shorter than the names. */
  readonly rows: RowList;
  placeOf(row: number): Place;
  readonly warnings: readonly Warning[];
  /** Rows of the sheet above the first of `rows`: the header, and what stands above it. */
  readonly rowsAbove?: number;
  /** The number of cells up to which rows are no longer than their header; that of the names where absent. */
  readonly width?: number;
  /** Columns are fields of records: their order says nothing, so the first is not taken as the id for being first. */
  readonly isUnordered?: boolean;
}

/** A place in words: "line 12", "record 3 of shoes.jsonl". */
export function placeWords({ line, record, file }: Place): string {
  const at = line !== undefined ? `line ${line}` : record !== undefined ? `record ${record}` : 'a row';
  return file === undefined ? at : `${at} of ${file}`;
}
