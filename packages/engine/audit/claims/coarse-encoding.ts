import type { Attribute } from '../../catalogue/types.ts';
import type { EncodedAttribute } from '../../information/encoding.ts';
import { hashText } from '../../primitives/hash.ts';
import { compare } from '../canonical-order.ts';
import { MOST_NUMBER_RANGES, MOST_VALUES_PER_CELL, ROOT_DIVISOR } from '../constants.ts';

/**
 * Encodes an attribute of the later export with few answers: numbers and dates are put into equal-frequency
 * ranges, fewer ranges where fewer values are recorded. Cell indices stay those of the attribute.
 */
export function coarseEncoding(attribute: Attribute): EncodedAttribute {
  const { cell, cells, values, kind, name } = attribute;
  const ranges = kind === 'number' || kind === 'date';
  const cuts = ranges ? cutsOf(attribute) : [];
  // A value that is not a number ("no old price") is an answer of its own.
  const answerOf = values.map(({ number }, value) => {
    if (!ranges) return value;
    return number === undefined ? cuts.length + 1 : cuts.filter((cut) => cut <= number).length;
  });
  const held = cells.map((own) => [...new Set(sampledValues(own, values).map((value) => answerOf[value]))]);
  const start = new Int32Array(cells.length + 1);
  held.forEach((own, index) => {
    start[index + 1] = start[index] + own.length;
  });
  const count = ranges ? cuts.length + 2 : values.length;
  return { name, ranges, count, cell, single: false, start, answers: Int32Array.from(held.flat()) };
}

/** The values of a cell; of a long list a sample, chosen by the hash of the labels. */
export function sampledValues(cell: readonly number[], values: Attribute['values']): readonly number[] {
  if (cell.length <= MOST_VALUES_PER_CELL) return cell;
  const hashed = cell.map((value) => ({
    value,
    label: values[value].label,
    hash: hashText(values[value].label),
  }));
  hashed.sort((left, right) => left.hash - right.hash || compare(left.label, right.label));
  return hashed.slice(0, MOST_VALUES_PER_CELL).map(({ value }) => value);
}

/** Mean number of answers per cell. */
export function meanAnswersPerCell({ start }: Pick<EncodedAttribute, 'start'>): number {
  const cells = start.length - 1;
  return cells === 0 ? 1 : start[cells] / cells;
}

function cutsOf({ cell, cells, values }: Attribute): number[] {
  const held: number[] = [];
  for (const own of cell) {
    const number = own < 0 ? undefined : values[cells[own][0]]?.number;
    if (number !== undefined) held.push(number);
  }
  held.sort((left, right) => left - right);
  const ranges = Math.max(2, Math.min(MOST_NUMBER_RANGES, Math.floor(Math.sqrt(held.length) / ROOT_DIVISOR)));
  const cuts =
    held.length === 0
      ? []
      : Array.from({ length: ranges - 1 }, (_, at) => held[Math.floor(((at + 1) * held.length) / ranges)]);
  return [...new Set(cuts)];
}
