import type { Attribute } from '../../catalogue/types.ts';

/** The label of a cell: its values, with the separator between them. */
export function cellLabel({ cells, values }: Attribute, cell: number, separator = ' | '): string {
  return cells[cell].map((value) => values[value].label).join(separator);
}
