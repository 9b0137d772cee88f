import type { RawColumn } from '../types.ts';

/** A column that names an option and the column beside it that holds its value: `Option1 Name`, `Option1 Value`. */
export interface Slot {
  readonly name: RawColumn;
  readonly value: RawColumn;
}
