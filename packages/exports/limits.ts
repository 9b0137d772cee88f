/** The bounds of what is read, so that no file, however it was made, takes more memory or time than its owner expects. */
export interface ExportLimits {
  /** Bytes of one file as it is given. */
  readonly bytes: number;
  /** Bytes of one file after it is unpacked; packed formats of records (workbooks, Parquet) included. */
  readonly unpackedBytes: number;
  /** Columns, the id included. */
  readonly columns: number;
  /** Nested objects, lists or elements of one record, the record itself included. */
  readonly depth: number;
  /** Files that are read as one export. */
  readonly files: number;
}

/**
 * Set by hand. A text has up to 512 million characters in V8; a folder of more than 500 files holds something else than
 * an export; 1,000 columns are what the HTTP interface accepts.
 */
export const EXPORT_LIMITS: ExportLimits = {
  bytes: 500_000_000,
  unpackedBytes: 500_000_000,
  columns: 1_000,
  depth: 12,
  files: 500,
};
