import { pool } from '../columns/pooling.ts';
import { findNumbers } from '../columns/type-inference.ts';
import type { DecimalSign } from '../numbers/decimal-sign.ts';
import { readNumber } from '../numbers/number-text.ts';
import type { RawColumn, Table } from '../types.ts';

const OTHER: Readonly<Record<string, string>> = { '.': ',', ',': '.' };

/**
 * The second export with numbers written as in the first, column by column, where each of the two certainly uses a
 * decimal sign of its own: `10.50` stands for `10,50`.
 */
export function withSameDecimals(before: Table, after: Table): Table {
  const earlier = new Map(before.columns.map((column) => [column.name, column]));
  let isChanged = false;
  const columns = after.columns.map((column) => {
    const own = earlier.get(column.name);
    const there = own && signOf(before, own);
    if (there === undefined || (signOf(after, column) ?? there) === there) return column;
    isChanged = true;
    return { ...column, texts: column.texts.map(swapped) };
  });
  return isChanged ? { ...after, columns } : after;
}

/** The decimal sign that a column certainly uses; undefined where it holds no numbers, or leaves that open. */
function signOf(table: Table, column: RawColumn): DecimalSign | undefined {
  const { convention } = findNumbers(pool(column.name, [table], [column]));
  return convention.certain ? convention.decimal : undefined;
}

function swapped(text: string): string {
  return readNumber(text) === undefined ? text : text.replace(/[.,]/g, (sign) => OTHER[sign]);
}
