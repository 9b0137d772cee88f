import type { PackStyle } from './packed/forms/pack-style.ts';

/** A problem of an input that was accepted nevertheless. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

/** The place of an attribute's values in the file, where it has no column of its own. */
export interface WrittenIn {
  readonly columns: readonly string[];
  /** The column that holds the attribute for most products. */
  readonly usual: string;
  /** For each product the index into `columns` of the column that holds the attribute, or could. */
  readonly slotOf: Uint16Array;
  /** Numbered options: for each of `columns` the column that names its option. */
  readonly nameColumns?: readonly string[];
  /** What the file calls the attribute, beside its values. */
  readonly key?: string;
  /** All names of it, folded, where the file has several. */
  readonly keys?: readonly string[];
  /** Where a cell holds several attributes: its form. */
  readonly pack?: PackStyle;
  /** The section that stands before the key in a cell, in forms that have sections. */
  readonly section?: string;
  /** Where the unit of a number has a column of its own. */
  readonly units?: {
    readonly column: string;
    /** The unit of most products. */
    readonly usual: string;
    /** All units as the file writes them. */
    readonly all: readonly string[];
  };
}

/** Rows of cells as they are written: an array, or `CodedRows`. Rows may be blank, or differ in length. */
export interface RowList extends Iterable<readonly string[]> {
  readonly length: number;
  at(row: number): readonly string[] | undefined;
  slice(from?: number, to?: number): RowList;
}

/** The rows of a file as they were read, to write values back into its cells. */
export interface FileRows {
  /** The names of the columns, that of the ids among them; empty for a column that is not read. */
  readonly names: readonly string[];
  /** Rows of the file above the first of `rows`: the header, and what stands above it. */
  readonly rowsAbove?: number;
  /** The cells of each row as written, in the order of the file; without the header. Rows may be short or blank. */
  readonly rows: RowList;
  /** For each row the index of its product; -1 for a blank row. */
  readonly productOfRow: Int32Array;
}

/** A column of the file, dictionary-encoded: every distinct cell text once, and for each product its index. */
export interface RawColumn {
  readonly name: string;
  /** What the file calls it, where that is another name of the same column. */
  readonly header?: string;
  /** Per product the index into `texts`; -1 where the cell is empty or a placeholder. */
  readonly cell: Int32Array;
  /** Distinct cell texts, trimmed. Where rows of one product were folded, its texts are joined by U+001F. */
  readonly texts: readonly string[];
  /** Products whose cell held a placeholder such as `N/A`: not recorded, but reported. */
  readonly placeholders: Int32Array;
  /** Only of attributes that are not written in a column of their own alone. */
  readonly writtenIn?: WrittenIn;
  /** The fuller column that states the same in another language, or for another channel. */
  readonly translationOf?: string;
}

/** A CSV export read and folded to one entry a product, before its columns are interpreted. */
export interface Table {
  readonly idColumn: string;
  /** Product ids in the order of their first row. */
  readonly ids: readonly string[];
  /** Where no column tells the products apart, and the ids are numbers of rows: the columns by which rows are known again. */
  readonly numberedBy?: readonly string[];
  readonly columns: readonly RawColumn[];
  readonly warnings: readonly Warning[];
  /** Only where the table was read to be written. */
  readonly fileRows?: FileRows;
}

export type AttributeKind =
  | 'category'
  | 'number'
  | 'date'
  | 'boolean'
  | 'list'
  | 'identifier'
  | 'text'
  | 'constant';

/** Why an attribute is not a question. */
export type NotQuestionReason = 'identifier' | 'text' | 'constant' | 'operational';

/** Why a question is no advice to record. It may help to rank all the same. */
export type NotRecordableReason =
  | 'price'
  | 'feedback'
  | 'merchandising'
  | 'name'
  | 'code'
  | 'link'
  | 'text'
  | 'date'
  | 'unnamed'
  | 'repeats';

/** A distinct value after normalisation. */
export interface Value {
  /** The most frequent spelling in the catalogue. */
  readonly label: string;
  /** For numbers the magnitude in the column's unit, for dates days since 1970-01-01. */
  readonly number?: number;
}

/** An interpreted column: its kind, and its cells as lists of normalised values. */
export interface Attribute {
  readonly name: string;
  /** What the file calls it, where that is another name of the same column. */
  readonly header?: string;
  readonly kind: AttributeKind;
  /** Absent for questions. */
  readonly notQuestion?: NotQuestionReason;
  /** Why grading does not ask for it, although ranking may use it. Absent for facts that can be recorded. */
  readonly notRecordable?: NotRecordableReason;
  /** Per product the index into `cells`; -1 = not recorded. */
  readonly cell: Int32Array;
  /** Distinct cells: for each the distinct indices into `values` (one unless multi-valued). */
  readonly cells: readonly (readonly number[])[];
  readonly values: readonly Value[];
  readonly placeholders: Int32Array;
  readonly unit?: string;
  /** The separator of the values of one cell, spaces included; absent where no cell has several. */
  readonly separator?: string;
  /** Present where the attribute is not written in a column of its own alone. */
  readonly writtenIn?: WrittenIn;
  /** The fuller column that states the same in another language, or for another channel. */
  readonly translationOf?: string;
}

/** A catalogue as the rest of the engine sees it. */
export interface Catalogue {
  /** The name of the column of ids, where the catalogue was read from a file. */
  readonly idColumn?: string;
  readonly ids: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly warnings: readonly Warning[];
}
