import { mostUsedSeparator } from '../columns/lists.ts';
import type { PooledColumn } from '../columns/pooling.ts';
import {
  candidatesOf,
  dateReading,
  foldedParts,
  isAffirmed,
  isDenied,
  listReading,
  numberReading,
  type Reading,
  wholeReading,
} from '../columns/type-inference.ts';
import type { DecimalSign } from '../numbers/decimal-sign.ts';
import { readMeasure } from '../numbers/measure-text.ts';
import type { ChosenKind } from './kind-choices.ts';

/**
 * The reading of a column by the kind that its owner chose. Cells that do not fit the kind stay words.
 *
 * @param sample indices of the parts that decide on a separator
 * @returns undefined where not one cell fits
 */
export function chosenReading(
  kind: ChosenKind,
  column: PooledColumn,
  ofFile: DecimalSign | undefined,
  sample: readonly number[],
): Reading | undefined {
  switch (kind) {
    case 'number':
      return numberReading(
        column,
        candidatesOf(column.parts.map((part) => readMeasure(part)?.number)),
        ofFile,
        0,
      );
    case 'date':
      return dateReading(column, 0);
    case 'boolean':
      return answers(column);
    case 'list': {
      const folded = foldedParts(column, sample);
      const separator = mostUsedSeparator(folded);
      return separator === undefined
        ? { ...wholeReading(column), kind: 'list' }
        : listReading(column, folded, separator);
    }
    default:
      return wholeReading(column);
  }
}

function answers(column: PooledColumn): Reading | undefined {
  const { parts } = column;
  if (!parts.some((part) => isAffirmed(part) || isDenied(part))) return undefined;
  return {
    kind: 'boolean',
    read(part, values, count) {
      const text = parts[part];
      if (isAffirmed(text)) return values.addAs('true', text, count);
      return isDenied(text) ? values.addAs('false', text, count) : values.addWord(text, count);
    },
  };
}
