import type { MeasuredColumn } from '../../session/text/amounts/quantity-parser.ts';
import type { Column } from './column.ts';

/** By the columns of a catalogue, which every search asks. */
const known = new WeakMap<readonly Column[], readonly MeasuredColumn[]>();

/** The columns that a search can refer to by a number with a unit. */
export function measuredIn(columns: readonly Column[]): readonly MeasuredColumn[] {
  let found = known.get(columns);
  if (found === undefined) {
    found = columns.flatMap(({ name, measured }) => (measured ? [{ attribute: name, ...measured }] : []));
    known.set(columns, found);
  }
  return found;
}
