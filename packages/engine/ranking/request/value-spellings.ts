import { interestName } from '../../session/text/names.ts';
import type { Column } from '../indexing/column.ts';

/** Labels that are compared between two yields. Set by hand. */
const LABELS_PER_STEP = 2_000;

/** The values of a column, with those put together that differ in case and spaces alone. */
export interface Spellings {
  /** `[value]`: the number of its group. */
  readonly groupOf: Int32Array;
  /** `[group]`: its values. */
  readonly groups: readonly (readonly number[])[];
}

/** Groups by the labels, which candidate sets share with their catalogue. */
const known = new WeakMap<readonly string[], Spellings>();

/**
 * Puts the spellings of a column together, in steps. Exports write "Red" and "red" for one thing: a filter means both, and
 * a sidebar lists them once.
 */
export function* spellingsOf({ labels }: Column): Generator<void, Spellings> {
  const made = known.get(labels);
  if (made !== undefined) return made;
  const groupOf = new Int32Array(labels.length);
  const groups: number[][] = [];
  const numbers = new Map<string, number>();
  for (let value = 0; value < labels.length; value++) {
    const name = interestName(labels[value]);
    const number = numbers.get(name) ?? groups.length;
    if (number === groups.length) {
      numbers.set(name, number);
      groups.push([]);
    }
    groups[number].push(value);
    groupOf[value] = number;
    if (value % LABELS_PER_STEP === LABELS_PER_STEP - 1) yield;
  }
  const spellings = { groupOf, groups };
  known.set(labels, spellings);
  return spellings;
}
