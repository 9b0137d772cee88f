/** The bytes of a file, and its name for messages. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An export as it is given: the files that are read as one. */
export interface GivenExport {
  /** For messages and titles. */
  readonly name: string;
  readonly files: readonly GivenFile[];
}

/** How the rows of an export are read. */
export interface Reading {
  /** Whether a row names the columns; judged when absent. */
  readonly header?: boolean;
  /** The column of ids; looked for when absent. */
  readonly id?: string;
  /** Columns to leave out. */
  readonly ignore?: readonly string[];
}
