import { CatalogueError, type TableLimits } from '@decidable/engine/catalogue';

/** The bounds of what is read. They hold while a file is read, so that none, however it was made, takes more memory or time than its bytes. */
export interface ExportLimits extends TableLimits {
  /** Bytes of one file as it is given. */
  readonly bytes: number;
  /** Bytes of one file after it is unpacked; packed formats of records (workbooks, Parquet) included. */
  readonly unpackedBytes: number;
  /** Nested objects, lists or elements of one record, the record itself included. */
  readonly depth: number;
  /** Files that are read as one export. */
  readonly files: number;
}

/**
 * Set by hand. A text has up to 512 million characters in V8; a folder of more than 500 files holds something else than
 * an export; 1,000 columns are what the HTTP interface accepts; 10 million rows of 20 columns take some 4 GB, and a
 * description with its markup has some 50,000 characters.
 */
export const EXPORT_LIMITS: ExportLimits = {
  bytes: 500_000_000,
  unpackedBytes: 500_000_000,
  columns: 1_000,
  rows: 10_000_000,
  cells: 200_000_000,
  cellLength: 1_000_000,
  depth: 12,
  files: 500,
};

/** Levels of a text of JSON: those of the objects around a list of records, the list, and those of a record. */
export const deepestJson = ({ depth }: ExportLimits): number => 2 * depth + 2;

export const fileTooLarge = ({ bytes }: ExportLimits): CatalogueError =>
  new CatalogueError(
    'too_large',
    `The file has more than ${Math.floor(bytes / 1e6).toLocaleString('en-GB')} MB. Split it by shelf and grade the parts.`,
  );
