/** A new text for one cell of a file. */
export interface CellEdit {
  /** Index among the rows below the header, blank ones included. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
}
