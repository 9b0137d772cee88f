/** A product as its catalogue has it: cells by column name. */
export type Cells = Readonly<Record<string, string>>;

/** A search that a shopper may type, and which products a shopper would accept for it. */
export interface FittingSearch {
  readonly query: string;
  readonly fits: (cells: Cells) => boolean;
}

/** Searches of one catalogue. */
export interface FittingSearches {
  /** Path below the data folder. */
  readonly file: string;
  /** Columns that say what a product is, for the printed lists. */
  readonly shown: readonly string[];
  readonly searches: readonly FittingSearch[];
}

/** The number that a cell is; `NaN` for an empty one, which meets no limit. */
export const numberOf = (cell: string | undefined): number =>
  cell === undefined || cell.trim() === '' ? Number.NaN : Number(cell.replace(/,/g, ''));
